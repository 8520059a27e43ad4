// The uploads of the signed-in person, for React: one desk for the whole time the site is open.
'use client';
import { useQueryClient } from '@tanstack/react-query';
import { TRPCClientError } from '@trpc/client';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { AppRouter } from '../../../../server/trpc/router.ts';
import { sentenceOfError } from '../../../_trpc/shown-error.ts';
import { useTRPC, useTRPCClient } from '../../../_trpc/trpc.ts';
import { ownInThisTab, waitForLine } from './browser-ports.ts';
import { putPart } from './put-part.ts';
import { UploadDesk, type UploadPorts, type UploadView } from './upload-desk.ts';
import { browserMemory } from './upload-memory.ts';

type Open = { accountId: string; desk: UploadDesk; arrived: Set<() => void> };

/** Outside React: uploads go on while the person looks at another page of the account. */
let open: Open | null = null;

const codeOf = (error: unknown): string | null =>
  error instanceof TRPCClientError ? ((error as TRPCClientError<AppRouter>).data?.shown?.code ?? null) : null;

const openDesk = (accountId: string, api: UploadPorts['api']): Open => {
  if (open?.accountId === accountId) return open;
  const arrived = new Set<() => void>();
  const desk = new UploadDesk(accountId, {
    api,
    memory: browserMemory(),
    tools: { put: putPart, wait: waitForLine, random: Math.random },
    own: ownInThisTab,
    explain: (error) => ({ code: codeOf(error), message: sentenceOfError(error) }),
    onArrived: () => {
      for (const tell of arrived) tell();
    },
    now: Date.now,
    newId: () => `${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
  });
  open = { accountId, desk, arrived };
  desk.restore().catch(() => undefined);
  return open;
};

const none: readonly UploadView[] = [];

export const useUploads = (accountId: string): { uploads: readonly UploadView[]; desk: () => UploadDesk } => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const current = useCallback(
    () =>
      openDesk(accountId, {
        start: (input) => client.uploads.start.mutate(input),
        complete: (input) => client.uploads.complete.mutate(input),
        cancel: (input) => client.uploads.cancel.mutate(input),
      }),
    [accountId, client],
  );
  const subscribe = useCallback((listener: () => void) => current().desk.subscribe(listener), [current]);
  const uploads = useSyncExternalStore(
    subscribe,
    () => current().desk.views(),
    () => none,
  );
  useEffect(() => {
    const { arrived } = current();
    const refresh = () => {
      void queryClient.invalidateQueries({ queryKey: trpc.splits.list.pathKey() });
      void queryClient.invalidateQueries({ queryKey: trpc.account.get.queryKey() });
    };
    arrived.add(refresh);
    return () => {
      arrived.delete(refresh);
    };
  }, [current, queryClient, trpc]);
  return { uploads, desk: () => current().desk };
};
