// Lists the API keys, makes new ones and revokes old ones.
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiKeyWire } from '../../../server/contract/key.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { EmptyState } from '../../_ui/empty-state.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { useToast } from '../../_ui/toast.tsx';
import { Unseen } from '../../_ui/unseen.tsx';
import styles from './developers.module.css';
import { NewKey } from './new-key.tsx';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const shownDay = (time: string | null): string => (time ? day.format(new Date(time)) : 'never');

const KeyTable = ({ keys, onRevoke }: { keys: ApiKeyWire[]; onRevoke: (key: ApiKeyWire) => void }) => (
  <table className={styles['table']}>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Key</th>
        <th scope="col">Created</th>
        <th scope="col">Last used</th>
        <th scope="col">
          <Unseen>Revoke</Unseen>
        </th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <tr key={key.id}>
          <th scope="row">{key.name}</th>
          <td data-label="Key">
            <code>{key.prefix}…</code>
          </td>
          <td data-label="Created">{shownDay(key.created_at)}</td>
          <td data-label="Last used">{shownDay(key.last_used_at)}</td>
          <td>
            <Button look="danger" small aria-label={`Revoke ${key.name}`} onClick={() => onRevoke(key)}>
              Revoke
            </Button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const useRevoke = (onDone: () => void) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation(
    trpc.keys.revoke.mutationOptions({
      onSuccess: async () => {
        toast({ message: 'The key was revoked. It stops working at once.', tone: 'good' });
        await queryClient.invalidateQueries({ queryKey: trpc.keys.list.queryKey() });
      },
      onError: (error) => toast({ message: sentenceOfError(error), tone: 'bad' }),
      onSettled: onDone,
    }),
  );
};

export const KeyList = () => {
  const trpc = useTRPC();
  const keys = useQuery(trpc.keys.list.queryOptions());
  const [doomed, setDoomed] = useState<ApiKeyWire | null>(null);
  const revoke = useRevoke(() => setDoomed(null));
  return (
    <section aria-labelledby="keys-title" className={styles['section']}>
      <div className={styles['head']}>
        <h2 id="keys-title">API keys</h2>
        <NewKey />
      </div>
      {keys.isPending && <p className={styles['soft']}>Reading your keys…</p>}
      {keys.isError && (
        <Notice tone="bad" alert action={<Button onClick={() => void keys.refetch()}>Try again</Button>}>
          {sentenceOfError(keys.error)}
        </Notice>
      )}
      {keys.data?.length === 0 && (
        <EmptyState title="No keys yet">
          <p>Make one to call the API from your own programs. It is shown once.</p>
        </EmptyState>
      )}
      {keys.data && keys.data.length > 0 && <KeyTable keys={keys.data} onRevoke={setDoomed} />}
      <Dialog
        open={doomed !== null}
        title={`Revoke “${doomed?.name ?? ''}”?`}
        onClose={() => setDoomed(null)}
        actions={
          <>
            <Button onClick={() => setDoomed(null)}>Keep it</Button>
            <Button
              look="danger"
              busy={revoke.isPending}
              onClick={() => doomed && revoke.mutate({ id: doomed.id })}
            >
              Revoke the key
            </Button>
          </>
        }
      >
        <p>Programs that use it are refused from now on. This cannot be undone.</p>
      </Dialog>
    </section>
  );
};
