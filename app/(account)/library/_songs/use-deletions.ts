// Deleting songs with a way back, for React: one store of pending deletions for the whole time the site is open.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { AppRouter } from '../../../../server/trpc/router.ts';
import { sentenceOfError } from '../../../_trpc/shown-error.ts';
import { useTRPC, useTRPCClient } from '../../../_trpc/trpc.ts';
import { useToast } from '../../../_ui/toast.tsx';
import { type PendingDeletion, PendingDeletions, undoMs } from './pending-deletions.ts';

type Tell = { onDeleted: () => void; onFailed: (name: string, error: unknown) => void };
type Open = { accountId: string; deletions: PendingDeletions; tell: Tell };

let open: Open | null = null;

const isGone = (error: unknown): boolean =>
  error instanceof TRPCClientError && (error as TRPCClientError<AppRouter>).data?.shown?.code === 'not_found';

const storeOf = (accountId: string) => {
  const key = `partbook-deletions-${accountId}`;
  // A browser that stores nothing forgets on a crash, and on a crash only.
  let memory: PendingDeletion[] = [];
  return {
    read: (): PendingDeletion[] => {
      try {
        return JSON.parse(localStorage.getItem(key) ?? '[]') as PendingDeletion[];
      } catch {
        return memory;
      }
    },
    write: (pending: readonly PendingDeletion[]): void => {
      memory = [...pending];
      try {
        if (pending.length === 0) localStorage.removeItem(key);
        else localStorage.setItem(key, JSON.stringify(pending));
      } catch {
        // See above.
      }
    },
  };
};

const openDeletions = (accountId: string, send: (id: string) => Promise<unknown>): Open => {
  if (open?.accountId === accountId) return open;
  const tell: Tell = { onDeleted: () => undefined, onFailed: () => undefined };
  const deletions = new PendingDeletions({
    ...storeOf(accountId),
    send: async (id) => {
      try {
        await send(id);
      } catch (error) {
        if (!isGone(error)) throw error;
      }
    },
    sendLast: (id) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ id });
      void fetch('/api/trpc/splits.delete', { method: 'POST', keepalive: true, headers, body }).catch(
        () => undefined,
      );
    },
    now: Date.now,
    later: (ms, run) => {
      setTimeout(run, ms);
    },
    onDeleted: () => tell.onDeleted(),
    onFailed: (name, error) => tell.onFailed(name, error),
  });
  window.addEventListener('pagehide', () => deletions.flush());
  open = { accountId, deletions, tell };
  return open;
};

/** Before the session ends: afterwards the service would not believe who asks. */
export const settleDeletions = async (): Promise<void> => open?.deletions.settle();

const none: ReadonlySet<string> = new Set();

type Deletions = {
  hidden: ReadonlySet<string>;
  remove: (song: { id: string; name: string }) => void;
  undoLast: () => void;
};

export const useDeletions = (accountId: string): Deletions => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const toast = useToast();
  const current = useCallback(
    () => openDeletions(accountId, (id) => client.splits.delete.mutate({ id })),
    [accountId, client],
  );
  const subscribe = useCallback((listener: () => void) => current().deletions.subscribe(listener), [current]);
  const hidden = useSyncExternalStore(
    subscribe,
    () => current().deletions.hidden(),
    () => none,
  );
  useEffect(() => {
    const { tell } = current();
    tell.onDeleted = () => {
      void queryClient.invalidateQueries({ queryKey: trpc.splits.list.pathKey() });
      void queryClient.invalidateQueries({ queryKey: trpc.account.get.queryKey() });
    };
    tell.onFailed = (name, error) =>
      toast({ message: `“${name}” was not deleted. ${sentenceOfError(error)}`, tone: 'bad' });
  }, [current, queryClient, trpc, toast]);
  const undo = (id?: string) => {
    if (current().deletions.undo(id)) toast({ message: 'The song is back.', tone: 'good' });
    else if (id !== undefined) toast({ message: 'Too late: the song is deleted.', tone: 'bad' });
  };
  return {
    hidden,
    remove: (song) => {
      current().deletions.add(song);
      toast({
        message: `“${song.name}” is deleted, and its link ends.`,
        action: { label: 'Undo', run: () => undo(song.id) },
        forSeconds: undoMs / 1000,
      });
    },
    undoLast: () => undo(),
  };
};
