// Changes the name one goes by.
'use client';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { TextField } from '../../_ui/field.tsx';
import { useToast } from '../../_ui/toast.tsx';
import styles from './settings.module.css';

export const NameForm = ({ name: initial }: { name: string }) => {
  const trpc = useTRPC();
  const toast = useToast();
  const [name, setName] = useState(initial);
  const rename = useMutation(
    trpc.account.rename.mutationOptions({ onSuccess: () => toast({ message: 'Saved.', tone: 'good' }) }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ name });
  };
  return (
    <form onSubmit={submit} className={styles['form']}>
      <TextField
        label="Your name"
        required
        maxLength={80}
        autoComplete="name"
        value={name}
        error={rename.error ? sentenceOfError(rename.error) : null}
        onChange={(event) => setName(event.target.value)}
      />
      <Button type="submit" busy={rename.isPending}>
        Save
      </Button>
    </form>
  );
};
