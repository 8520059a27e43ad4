// Songs of the library that can be put on the setlist: found by name, added with one press.
'use client';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { limits } from '../../../../server/contract/limits.ts';
import { products } from '../../../../server/contract/models.ts';
import type { SplitWire } from '../../../../server/contract/split.ts';
import { sentenceOfError } from '../../../_trpc/shown-error.ts';
import { useTRPC } from '../../../_trpc/trpc.ts';
import { Button, ButtonLink } from '../../../_ui/button.tsx';
import { TextField } from '../../../_ui/field.tsx';
import { formatTime } from '../../../_ui/format-time.ts';
import { Notice } from '../../../_ui/notice.tsx';
import { Progress } from '../../../_ui/progress.tsx';
import { Unseen } from '../../../_ui/unseen.tsx';
import styles from '../setlists.module.css';

const pageSize = 20;

const useDoneSongs = (q: string) => {
  const trpc = useTRPC();
  return useInfiniteQuery(
    trpc.splits.list.infiniteQueryOptions(
      { limit: pageSize, status: 'done', ...(q === '' ? {} : { q }) },
      { getNextPageParam: (page) => page.next_cursor ?? undefined, placeholderData: keepPreviousData },
    ),
  );
};

interface AddFromLibraryProps {
  /** Ids of the songs already on it. */
  present: readonly string[];
  onAdd: (song: SplitWire) => void;
}

export const AddFromLibrary = ({ present, onAdd }: AddFromLibraryProps) => {
  const [search, setSearch] = useState('');
  const [said, say] = useState('');
  const q = useDeferredValue(search.trim());
  const songs = useDoneSongs(q);
  const rows = songs.data?.pages.flatMap((page) => page.splits) ?? [];
  const isFull = present.length >= limits.setlistSongs;
  const add = (song: SplitWire) => {
    onAdd(song);
    say(`${song.name} added as song ${String(present.length + 1)}.`);
  };
  return (
    <section aria-labelledby="add-title" className={styles['add']}>
      <h2 id="add-title">Add songs</h2>
      <TextField
        label="Search your library"
        type="search"
        placeholder="Part of a name"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {isFull && <Notice tone="warn">A setlist holds up to {limits.setlistSongs} songs.</Notice>}
      {songs.isPending && <Progress label="Reading your library" percent={null} />}
      {songs.isError && (
        <Notice tone="bad" alert action={<Button onClick={() => void songs.refetch()}>Try again</Button>}>
          {sentenceOfError(songs.error)}
        </Notice>
      )}
      {songs.isSuccess && rows.length === 0 && (
        <p className={styles['soft']}>
          {q === ''
            ? 'Your library has no finished song yet. Split one, then come back.'
            : 'No finished song has that name.'}
        </p>
      )}
      {songs.isSuccess && rows.length === 0 && q === '' && (
        <ButtonLink href="/library">Open the library</ButtonLink>
      )}
      {rows.length > 0 && (
        <ul className={styles['rows']}>
          {rows.map((song) => (
            <li key={song.id} className={styles['row']}>
              <span className={styles['words']}>
                <strong>{song.name}</strong>
                <span className={styles['soft']}>
                  {products[song.model].name} · {formatTime(song.duration_seconds ?? 0)}
                  {present.includes(song.id) && ' · on the setlist'}
                </span>
              </span>
              <Button
                small
                icon="plus"
                disabled={isFull}
                aria-label={`Add ${song.name}`}
                onClick={() => add(song)}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
      {songs.hasNextPage && (
        <Button busy={songs.isFetchingNextPage} onClick={() => void songs.fetchNextPage()}>
          Show more
        </Button>
      )}
      <Unseen live>{said}</Unseen>
    </section>
  );
};
