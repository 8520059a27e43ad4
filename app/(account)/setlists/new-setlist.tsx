// Makes a setlist by its title and opens it.
'use client';
import { useMutation } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, useState } from 'react';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { TextField } from '../../_ui/field.tsx';
import styles from './setlists.module.css';

export const NewSetlist = () => {
  const trpc = useTRPC();
  const router = useRouter();
  const [title, setTitle] = useState('');
  const create = useMutation(
    trpc.setlists.create.mutationOptions({ onSuccess: ({ id }) => router.push(`/setlists/${id}`) }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ title, split_ids: [] });
  };
  return (
    <form className={styles['new']} onSubmit={submit}>
      <TextField
        label="Title of a new setlist"
        required
        maxLength={200}
        placeholder="Friday at the Lantern"
        value={title}
        error={create.isError ? sentenceOfError(create.error) : null}
        onChange={(event) => setTitle(event.target.value)}
      />
      <Button look="primary" type="submit" icon="plus" busy={create.isPending || create.isSuccess}>
        Make the setlist
      </Button>
    </form>
  );
};
