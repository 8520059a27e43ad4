// The list of songs, newest first: search, live state, and a page more at a time.
'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { SplitWire } from '../../../server/contract/split.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { EmptyState } from '../../_ui/empty-state.tsx';
import { TextField } from '../../_ui/field.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { Progress } from '../../_ui/progress.tsx';
import styles from './library.module.css';
import { SongRow } from './song-row.tsx';

const pageSize = 30;
const pollMs = 2000;

const isMoving = (song: SplitWire): boolean => song.status === 'queued' || song.status === 'processing';

export const SongList = () => {
  const trpc = useTRPC();
  const [search, setSearch] = useState('');
  const q = useDeferredValue(search.trim());
  const songs = useInfiniteQuery(
    trpc.splits.list.infiniteQueryOptions(
      { limit: pageSize, ...(q === '' ? {} : { q }) },
      {
        getNextPageParam: (page) => page.next_cursor ?? undefined,
        refetchInterval: (query) =>
          query.state.data?.pages.some((page) => page.splits.some(isMoving)) ? pollMs : false,
      },
    ),
  );
  const rows = songs.data?.pages.flatMap((page) => page.splits) ?? [];
  return (
    <section aria-labelledby="songs-title" className={styles['songs']}>
      <div className={styles['head']}>
        <h2 id="songs-title">Songs</h2>
        <TextField
          label="Search"
          hideLabel
          type="search"
          placeholder="Search by name"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      </div>
      {songs.isPending && <Progress label="Reading your library" percent={null} />}
      {songs.isError && (
        <Notice tone="bad" alert action={<Button onClick={() => void songs.refetch()}>Try again</Button>}>
          {sentenceOfError(songs.error)}
        </Notice>
      )}
      {songs.isSuccess && rows.length === 0 && (
        <EmptyState title={q === '' ? 'No songs yet' : 'No song has that name'}>
          <p>
            {q === ''
              ? 'Drop a file above or paste a link: the first parts are minutes away.'
              : 'Try fewer letters.'}
          </p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={styles['rows']}>
          {rows.map((song) => (
            <SongRow key={song.id} song={song} />
          ))}
        </ul>
      )}
      {songs.hasNextPage && (
        <Button busy={songs.isFetchingNextPage} onClick={() => void songs.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
};
