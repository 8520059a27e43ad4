// Follows the few songs that move, instead of reading the whole list again and again; stops in a hidden tab.
'use client';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { SplitWire } from '../../../../server/contract/split.ts';
import { useTRPC } from '../../../_trpc/trpc.ts';

const pollMs = 2000;

export const isMoving = ({ status }: SplitWire): boolean => status === 'queued' || status === 'processing';

/** Those that are split now, and the two whose turn is next: the list is newest first. */
const watchedOf = (songs: readonly SplitWire[]): string[] => [
  ...songs.filter(({ status }) => status === 'processing').map(({ id }) => id),
  ...songs
    .filter(({ status }) => status === 'queued')
    .slice(-2)
    .map(({ id }) => id),
];

export const useLiveSongs = (songs: readonly SplitWire[]): SplitWire[] => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const live = useQueries({
    queries: watchedOf(songs).map((id) =>
      trpc.splits.get.queryOptions(
        { id },
        { refetchInterval: (query) => (query.state.error ? false : pollMs), staleTime: pollMs },
      ),
    ),
    combine: (results) => results.flatMap(({ data }) => (data ? [data] : [])),
  });
  const newer = new Map(live.map((song) => [song.id, song]));
  const hasMoved = songs.some(
    (song) => isMoving(song) && (newer.get(song.id) ?? song).status !== song.status,
  );
  useEffect(() => {
    if (!hasMoved) return;
    // One that ended or began lets another begin, and may give an allowance back.
    void queryClient.invalidateQueries({ queryKey: trpc.splits.list.pathKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.account.get.queryKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.batches.open.queryKey() });
  }, [hasMoved, queryClient, trpc]);
  return songs.map((song) => (isMoving(song) ? (newer.get(song.id) ?? song) : song));
};
