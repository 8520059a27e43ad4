// The setlists, newest first, a page more at a time.
'use client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { EmptyState } from '../../_ui/empty-state.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { Progress } from '../../_ui/progress.tsx';
import { SetlistRow } from './setlist-row.tsx';
import styles from './setlists.module.css';

const pageSize = 20;

export const SetlistList = ({ canMake }: { canMake: boolean }) => {
  const trpc = useTRPC();
  const setlists = useInfiniteQuery(
    trpc.setlists.list.infiniteQueryOptions(
      { limit: pageSize },
      { getNextPageParam: (page) => page.next_cursor ?? undefined },
    ),
  );
  const rows = setlists.data?.pages.flatMap((page) => page.setlists) ?? [];
  return (
    <section aria-label="Your setlists" className={styles['list']}>
      {setlists.isPending && <Progress label="Reading your setlists" percent={null} />}
      {setlists.isError && (
        <Notice tone="bad" alert action={<Button onClick={() => void setlists.refetch()}>Try again</Button>}>
          {sentenceOfError(setlists.error)}
        </Notice>
      )}
      {setlists.isSuccess && rows.length === 0 && (
        <EmptyState title="No setlist yet">
          <p>
            {canMake
              ? 'Name the evening above, put its songs in order, and send the band one link.'
              : 'With Pro you put songs in order and send the band one link.'}
          </p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <ul className={styles['rows']}>
          {rows.map((setlist) => (
            <SetlistRow key={setlist.id} setlist={setlist} canEdit={canMake} />
          ))}
        </ul>
      )}
      {setlists.hasNextPage && (
        <Button busy={setlists.isFetchingNextPage} onClick={() => void setlists.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  );
};
