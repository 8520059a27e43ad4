// Gives the loop a name under which this browser keeps it. Loaded when a loop is to be kept.
'use client';
import { useState } from 'react';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { TextField } from '../../_ui/field.tsx';

interface KeepLoopDialogProps {
  open: boolean;
  /** What it is called when no name is given. */
  plainName: string;
  onClose: () => void;
  onSave: (name: string) => void;
}

export function KeepLoopDialog({ open, plainName, onClose, onSave }: KeepLoopDialogProps) {
  const [name, setName] = useState('');
  const save = () => {
    onSave(name.trim() || plainName);
    setName('');
    onClose();
  };
  const actions = (
    <>
      <Button onClick={onClose}>Cancel</Button>
      <Button look="primary" onClick={save}>
        Keep the loop
      </Button>
    </>
  );
  return (
    <Dialog open={open} title="Keep this loop" onClose={onClose} actions={actions}>
      <TextField
        label="Name"
        placeholder="Second verse"
        hint="Kept in this browser, for this song."
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      />
    </Dialog>
  );
}
