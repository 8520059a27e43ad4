// A batch as it goes on: counts, songs in their order, and the end of those that have not begun.
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { BatchWire } from '../../../../../server/contract/batch.ts';
import { products } from '../../../../../server/contract/models.ts';
import { sentenceOfError } from '../../../../_trpc/shown-error.ts';
import { useTRPC } from '../../../../_trpc/trpc.ts';
import { Button, ButtonLink } from '../../../../_ui/button.tsx';
import { EmptyState } from '../../../../_ui/empty-state.tsx';
import { Notice } from '../../../../_ui/notice.tsx';
import { Progress } from '../../../../_ui/progress.tsx';
import { Unseen } from '../../../../_ui/unseen.tsx';
import { useToast } from '../../../../_ui/toast.tsx';
import { BatchItem } from './batch-item.tsx';
import styles from './batch.module.css';
import { countsSentence, hasEnded } from './batch-words.ts';

const pollMs = 2000;
const longestId = 64;

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

const Cancel = ({ batch }: { batch: BatchWire }) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const cancel = useMutation(
    trpc.batches.cancel.mutationOptions({
      onSuccess: async (changed) => {
        queryClient.setQueryData(trpc.batches.get.queryKey({ id: batch.id }), changed);
        toast({ message: 'The waiting songs are cancelled. They cost nothing.', tone: 'good' });
        await queryClient.invalidateQueries({ queryKey: trpc.batches.open.queryKey() });
      },
      onError: (error) => toast({ message: sentenceOfError(error), tone: 'bad' }),
    }),
  );
  const { queued, processing } = batch.counts;
  if (queued === 0) return null;
  return (
    <div className={styles['cancel']}>
      <Button look="danger" busy={cancel.isPending} onClick={() => cancel.mutate({ id: batch.id })}>
        {queued === 1 ? 'Cancel the waiting song' : `Cancel the ${String(queued)} waiting songs`}
      </Button>
      <span className={styles['soft']}>
        {processing > 0
          ? 'Only songs that have not begun are cancelled; those being split carry on.'
          : 'Only songs that have not begun are cancelled.'}
      </span>
    </div>
  );
};

const Batch = ({ batch }: { batch: BatchWire }) => {
  const total = batch.items.length;
  const { queued, processing, cancelled } = batch.counts;
  const ended = hasEnded(batch);
  return (
    <div className={styles['batch']}>
      <p className={styles['soft']}>
        {products[batch.model].name} · begun {time.format(new Date(batch.created_at))} · songs run in order,
        two at a time
      </p>
      {!ended && (
        <Progress
          label={countsSentence(batch.counts)}
          percent={((total - queued - processing) / total) * 100}
          note={`${String(total - queued - processing)} of ${String(total)} settled`}
        />
      )}
      {ended && (
        <Notice tone={batch.counts.done === total ? 'good' : 'plain'}>
          The batch is {cancelled === total ? 'cancelled' : 'finished'}: {countsSentence(batch.counts)}.
        </Notice>
      )}
      <Unseen live>{countsSentence(batch.counts)}</Unseen>
      <Cancel batch={batch} />
      <ol className={styles['items']}>
        {batch.items.map((item) => (
          <BatchItem key={item.index} item={item} />
        ))}
      </ol>
    </div>
  );
};

export const BatchView = ({ id }: { id: string }) => {
  const trpc = useTRPC();
  const batch = useQuery(
    trpc.batches.get.queryOptions(
      { id: id.slice(0, longestId) },
      {
        refetchInterval: ({ state }) =>
          state.error || (state.data && hasEnded(state.data)) ? false : pollMs,
      },
    ),
  );
  const isUnknown = batch.error?.data?.shown?.code === 'not_found';
  if (isUnknown) {
    return (
      <EmptyState
        title="No such batch"
        level={1}
        action={<ButtonLink href="/library">Go to the library</ButtonLink>}
      >
        <p>The link is not right, or the batch belongs to another account. Your songs are in the library.</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles['page']}>
      <p>
        <a href="/library">Library</a>
      </p>
      <h1>{batch.data ? `Batch of ${String(batch.data.items.length)} songs` : 'Batch'}</h1>
      {batch.isPending && <Progress label="Reading the batch" percent={null} />}
      {batch.isError && (
        <Notice tone="bad" alert action={<Button onClick={() => void batch.refetch()}>Try again</Button>}>
          {sentenceOfError(batch.error)}
        </Notice>
      )}
      {batch.data && <Batch batch={batch.data} />}
    </div>
  );
};
