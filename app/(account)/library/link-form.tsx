// Splits pasted links: one as a song, several as a batch with a page of its own.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { type FormEvent, type ReactNode, useState } from 'react';
import { limits } from '../../../server/contract/limits.ts';
import type { ModelId } from '../../../server/contract/models.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC, useTRPCClient } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { TextArea } from '../../_ui/field.tsx';
import { useToast } from '../../_ui/toast.tsx';
import styles from './add-songs.module.css';
import { linksIn, problemOf } from './pasted-links.ts';

type LinkFormProps = {
  model: ModelId;
  focus: boolean;
  blocked: boolean;
  /** What to say about submitting so many songs. */
  warn: (count: number) => ReactNode;
};

const useSubmitLinks = (model: ModelId) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const router = useRouter();
  const toast = useToast();
  return async (links: readonly string[]): Promise<void> => {
    const [first, ...more] = links;
    if (first === undefined) return;
    if (more.length === 0) {
      await client.splits.create.mutate({ audio_url: first, model });
      toast({ message: 'The song is in your library now.', tone: 'good' });
    } else {
      const { id } = await client.batches.create.mutate({
        items: links.map((link) => ({ audio_url: link })),
        model,
      });
      router.push(`/library/batches/${id}`);
    }
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.splits.list.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.batches.open.queryKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.account.get.queryKey() }),
    ]);
  };
};

export const LinkForm = ({ model, focus, blocked, warn }: LinkFormProps) => {
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const submitLinks = useSubmitLinks(model);
  const links = linksIn(text);
  const problem = problemOf(links);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    setError(null);
    try {
      await submitLinks(links);
      setText('');
    } catch (failure) {
      setError(sentenceOfError(failure));
    }
    setBusy(false);
  };
  return (
    <form className={styles['links']} onSubmit={(event) => void submit(event)}>
      <TextArea
        label="Or paste links"
        hint={`One per line, ${String(limits.batchSize)} at most; several become a batch. Dropbox and Google Drive share links work as they are.`}
        rows={3}
        value={text}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- only on the page that was opened to paste links
        autoFocus={focus}
        error={problem ?? error}
        onChange={(event) => {
          setText(event.target.value);
          setError(null);
        }}
      />
      {warn(links.length)}
      <Button type="submit" busy={busy} disabled={links.length === 0 || problem !== null || blocked}>
        {links.length > 1 ? `Split ${String(links.length)} songs` : 'Split the song'}
      </Button>
    </form>
  );
};
