// Submits songs: links as one song or a batch, files as direct uploads one after another, with their progress.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ModelId } from '../../../server/contract/models.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC, useTRPCClient } from '../../_trpc/trpc.ts';
import { uploadParts } from './upload-song.ts';

export type Sending = { id: number; name: string; percent: number; error: string | null };

let nextId = 1;

export const useSubmitSongs = () => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [sending, setSending] = useState<Sending[]>([]);

  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: trpc.splits.list.pathKey() }),
      queryClient.invalidateQueries({ queryKey: trpc.account.get.queryKey() }),
    ]);

  const change = (id: number, part: Partial<Sending>) =>
    setSending((all) => all.map((one) => (one.id === id ? { ...one, ...part } : one)));

  const sendFile = async (file: File, model: ModelId, id: number): Promise<void> => {
    try {
      const started = await client.uploads.start.mutate({ filename: file.name, size: file.size, model });
      const parts = await uploadParts(
        file,
        { parts: started.parts, partSize: started.part_size },
        {
          onBytes: (bytes) => change(id, { percent: (bytes / file.size) * 100 }),
          signal: new AbortController().signal,
        },
      );
      await client.uploads.complete.mutate({
        upload_token: started.upload_token,
        parts,
        filename: file.name,
        model,
      });
      setSending((all) => all.filter((one) => one.id !== id));
      await refresh();
    } catch (error) {
      change(id, { error: sentenceOfError(error) });
    }
  };

  const submitFiles = async (files: readonly File[], model: ModelId): Promise<void> => {
    const queued = files.map((file) => ({ file, id: nextId++ }));
    setSending((all) => [
      ...all,
      ...queued.map(({ file, id }) => ({ id, name: file.name, percent: 0, error: null })),
    ]);
    for (const { file, id } of queued) await sendFile(file, model, id);
  };

  const submitLinks = async (links: readonly string[], model: ModelId): Promise<void> => {
    const [first, ...more] = links;
    if (first === undefined) return;
    if (more.length === 0) await client.splits.create.mutate({ audio_url: first, model });
    else await client.batches.create.mutate({ items: links.map((link) => ({ audio_url: link })), model });
    await refresh();
  };

  const dismiss = (id: number) => setSending((all) => all.filter((one) => one.id !== id));
  return { sending, submitFiles, submitLinks, dismiss };
};
