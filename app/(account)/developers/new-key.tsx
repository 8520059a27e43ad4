// Makes a named API key and shows it, once.
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { TextField } from '../../_ui/field.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { useToast } from '../../_ui/toast.tsx';
import styles from './developers.module.css';

const ShownOnce = ({ secret }: { secret: string }) => {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      toast({ message: 'Copied.', tone: 'good' });
    } catch {
      toast({ message: 'The browser did not allow copying. Select the key and copy it.', tone: 'bad' });
    }
  };
  return (
    <div className={styles['once']}>
      <Notice tone="warn">Copy the key now. It is not shown again, and nobody can look it up.</Notice>
      <div className={styles['secret']}>
        <code data-testid="new-key">{secret}</code>
        <Button onClick={() => void copy()}>Copy</Button>
      </div>
    </div>
  );
};

export const NewKey = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const create = useMutation(
    trpc.keys.create.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.keys.list.queryKey() }),
    }),
  );
  const close = () => {
    setOpen(false);
    setName('');
    create.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name });
  };
  return (
    <>
      <Button look="primary" icon="plus" onClick={() => setOpen(true)}>
        New key
      </Button>
      <Dialog open={open} title="New API key" onClose={close}>
        {create.data ? (
          <>
            <ShownOnce secret={create.data.secret} />
            <Button look="primary" wide onClick={close}>
              Done
            </Button>
          </>
        ) : (
          <form onSubmit={submit} className={styles['form']}>
            <TextField
              label="Name"
              hint="What it is for, such as “practice script”."
              required
              maxLength={80}
              value={name}
              error={create.error ? sentenceOfError(create.error) : null}
              onChange={(event) => setName(event.target.value)}
            />
            <Button look="primary" type="submit" wide busy={create.isPending}>
              Create key
            </Button>
          </form>
        )}
      </Dialog>
    </>
  );
};
