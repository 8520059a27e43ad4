// The list of songs, newest first: search, states, live progress, delete with a way back, and a page more at a time.
'use client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { SplitStatus } from '../../../../server/contract/split.ts';
import { sentenceOfError } from '../../../_trpc/shown-error.ts';
import { useTRPC } from '../../../_trpc/trpc.ts';
import { Button } from '../../../_ui/button.tsx';
import { EmptyState } from '../../../_ui/empty-state.tsx';
import { SelectField, TextField } from '../../../_ui/field.tsx';
import { Notice } from '../../../_ui/notice.tsx';
import { Progress } from '../../../_ui/progress.tsx';
import { SongRow } from './song-row.tsx';
import styles from './songs.module.css';
import { useDeletions } from './use-deletions.ts';
import { isMoving, useLiveSongs } from './use-live-songs.ts';
import { useSettled } from './use-settled.ts';

const pageSize = 30;
/** Songs that begin elsewhere, by the API or a batch, show up within this time. */
const listMs = 10_000;
const searchPauseMs = 300;

const states: readonly { value: SplitStatus | ''; label: string }[] = [
  { value: '', label: 'All songs' },
  { value: 'done', label: 'Ready' },
  { value: 'processing', label: 'Being split' },
  { value: 'queued', label: 'Waiting' },
  { value: 'failed', label: 'Failed' },
];

const useSongs = (q: string, status: SplitStatus | '') => {
  const trpc = useTRPC();
  return useInfiniteQuery(
    trpc.splits.list.infiniteQueryOptions(
      { limit: pageSize, ...(q === '' ? {} : { q }), ...(status === '' ? {} : { status }) },
      {
        getNextPageParam: (page) => page.next_cursor ?? undefined,
        // The rows of the last search stay until those of this one are there.
        placeholderData: (before) => before,
        refetchInterval: (query) =>
          query.state.data?.pages.some((page) => page.splits.some(isMoving)) ? listMs : false,
      },
    ),
  );
};

/** Ctrl+Z brings the last deleted song back, as long as it can be. */
const useUndoKey = (undo: () => void) => {
  const latest = useRef(undo);
  useEffect(() => {
    latest.current = undo;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (isTyping || event.shiftKey || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z')
        return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState
      title="No song here looks like that"
      action={<Button onClick={onClear}>Show all songs</Button>}
    >
      <p>Try fewer letters, or another state.</p>
    </EmptyState>
  ) : (
    <EmptyState title="No songs yet">
      <p>Drop a file above or paste a link: the first parts are minutes away.</p>
    </EmptyState>
  );

export const SongList = ({ accountId }: { accountId: string }) => {
  const trpc = useTRPC();
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<SplitStatus | ''>('');
  const heading = useRef<HTMLHeadingElement>(null);
  const q = useSettled(search.trim(), searchPauseMs);
  const songs = useSongs(q, status);
  const { data: account } = useQuery(trpc.account.get.queryOptions());
  const { hidden, remove, undoLast } = useDeletions(accountId);
  const all = useLiveSongs(songs.data?.pages.flatMap((page) => page.splits) ?? []);
  const rows = all.filter(({ id }) => !hidden.has(id));
  useUndoKey(undoLast);
  const isEmpty = songs.isSuccess && !songs.isPlaceholderData && rows.length === 0 && !songs.hasNextPage;
  return (
    <section aria-labelledby="songs-title" className={styles['songs']}>
      <div className={styles['head']}>
        <h2 id="songs-title" ref={heading} tabIndex={-1}>
          Songs
        </h2>
        <search className={styles['filters']}>
          <TextField
            label="Search by name"
            hideLabel
            type="search"
            placeholder="Search by name"
            maxLength={200}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
          <SelectField
            label="State"
            hideLabel
            value={status}
            onChange={(event) => setStatus(event.target.value as SplitStatus | '')}
          >
            {states.map(({ value, label }) => (
              <option key={label} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
        </search>
      </div>
      {songs.isPending && <Progress label="Reading your library" percent={null} />}
      {songs.isError && (
        <Notice tone="bad" alert action={<Button onClick={() => void songs.refetch()}>Try again</Button>}>
          {sentenceOfError(songs.error)}
        </Notice>
      )}
      {isEmpty && (
        <NothingHere
          isFiltered={q !== '' || status !== ''}
          onClear={() => {
            setSearch('');
            setStatus('');
          }}
        />
      )}
      {rows.length > 0 && (
        <ul className={styles['rows']} aria-label="Songs">
          {rows.map((song) => (
            <SongRow
              key={song.id}
              song={song}
              plan={account?.plan}
              onDelete={(doomed) => {
                remove(doomed);
                // The row that had the focus is gone.
                heading.current?.focus();
              }}
            />
          ))}
        </ul>
      )}
      {songs.hasNextPage && (
        <Button busy={songs.isFetchingNextPage} onClick={() => void songs.fetchNextPage()}>
          Show more songs
        </Button>
      )}
    </section>
  );
};
