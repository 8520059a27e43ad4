// A setlist and its changes: shown at once, stored one after the other, taken back when the server refuses.
'use client';
import { useIsMutating, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { SetlistWire } from '../../../../server/contract/setlist.ts';
import { sentenceOfError } from '../../../_trpc/shown-error.ts';
import { useTRPC } from '../../../_trpc/trpc.ts';
import { useToast } from '../../../_ui/toast.tsx';

export type SetlistSong = SetlistWire['songs'][number];

export const useSetlist = (id: string) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const key = trpc.setlists.get.queryKey({ id });
  const setlist = useQuery(trpc.setlists.get.queryOptions({ id }, { retry: false }));
  const mutationKey = trpc.setlists.replace.mutationKey();
  const replace = useMutation(
    trpc.setlists.replace.mutationOptions({
      // One at a time and in order: each carries the whole setlist, so the last one decides.
      scope: { id },
      onError: (error) => toast({ message: sentenceOfError(error), tone: 'bad' }),
      onSettled: () => {
        if (queryClient.isMutating({ mutationKey }) > 1) return;
        void queryClient.invalidateQueries({ queryKey: key });
        void queryClient.invalidateQueries({ queryKey: trpc.setlists.list.pathKey() });
      },
    }),
  );
  const isSaving = useIsMutating({ mutationKey }) > 0;
  const change = (next: { title?: string; songs?: readonly SetlistSong[] }): void => {
    const now = queryClient.getQueryData(key);
    if (!now) return;
    const songs = [...(next.songs ?? now.songs)];
    const title = next.title ?? now.title;
    // An answer on its way would bring the old order back for a moment.
    void queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(key, { ...now, title, songs, split_ids: songs.map((song) => song.id) });
    replace.mutate({ id, title, split_ids: songs.map((song) => song.id) });
  };
  return { setlist, change, isSaving };
};
