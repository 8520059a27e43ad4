// Gives a setlist another title.
'use client';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../_ui/button.tsx';
import { Dialog } from '../../../_ui/dialog.tsx';
import { TextField } from '../../../_ui/field.tsx';
import styles from '../setlists.module.css';

interface RenameSetlistProps {
  title: string;
  onRename: (title: string) => void;
  onClose: () => void;
}

export const RenameSetlist = ({ title: before, onRename, onClose }: RenameSetlistProps) => {
  const [title, setTitle] = useState(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const next = title.trim();
    if (next === '') return;
    if (next !== before) onRename(next);
    onClose();
  };
  return (
    <Dialog open title="Rename the setlist" onClose={onClose}>
      <form onSubmit={submit} className={styles['form']}>
        <TextField
          label="Title"
          required
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Button look="primary" type="submit" wide>
          Rename
        </Button>
      </form>
    </Dialog>
  );
};
