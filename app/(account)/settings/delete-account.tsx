// Deletes the account, after its address was typed.
'use client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { TextField } from '../../_ui/field.tsx';
import styles from './settings.module.css';

export const DeleteAccount = ({ email }: { email: string }) => {
  const trpc = useTRPC();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const remove = useMutation(
    trpc.account.delete.mutationOptions({ onSuccess: () => window.location.assign('/') }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    remove.mutate({ email: typed });
  };
  return (
    <section aria-labelledby="delete-title" className={styles['section']}>
      <h2 id="delete-title">Delete the account</h2>
      <p className={styles['soft']}>
        Songs, parts, setlists, keys and connected apps go with it, at once and for good.
      </p>
      <Button look="danger" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      <Dialog open={open} title="Delete your account?" onClose={() => setOpen(false)}>
        <form onSubmit={submit} className={styles['form']}>
          <p>Every song and every link of yours stops working. This cannot be undone.</p>
          <TextField
            label={`Type ${email} to go on`}
            required
            autoComplete="off"
            value={typed}
            error={remove.error ? sentenceOfError(remove.error) : null}
            onChange={(event) => setTyped(event.target.value)}
          />
          <Button look="danger" type="submit" wide busy={remove.isPending}>
            Delete everything
          </Button>
        </form>
      </Dialog>
    </section>
  );
};
