// Lists the apps and assistants that act for the person, and disconnects them.
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ConnectedAppWire } from '../../../server/contract/key.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Button } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { EmptyState } from '../../_ui/empty-state.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { useToast } from '../../_ui/toast.tsx';
import { Unseen } from '../../_ui/unseen.tsx';
import styles from './developers.module.css';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const shownDay = (time: string | null): string => (time ? day.format(new Date(time)) : 'never');

/** A resource is an address of this site; its path says which door the app may use. */
const reachOf = (resource: string | null): string =>
  resource !== null && URL.canParse(resource) ? new URL(resource).pathname : 'the whole API';

type AppTableProps = { apps: ConnectedAppWire[]; onDisconnect: (app: ConnectedAppWire) => void };

const AppTable = ({ apps, onDisconnect }: AppTableProps) => (
  <table className={styles['table']}>
    <thead>
      <tr>
        <th scope="col">App</th>
        <th scope="col">Goes back to</th>
        <th scope="col">May use</th>
        <th scope="col">Connected</th>
        <th scope="col">Last used</th>
        <th scope="col">
          <Unseen>Disconnect</Unseen>
        </th>
      </tr>
    </thead>
    <tbody>
      {apps.map((app) => (
        <tr key={app.id}>
          <th scope="row">{app.name}</th>
          <td data-label="Goes back to">{app.redirect_host}</td>
          <td data-label="May use">
            <code>{reachOf(app.resource)}</code>
          </td>
          <td data-label="Connected">{shownDay(app.connected_at)}</td>
          <td data-label="Last used">{shownDay(app.last_used_at)}</td>
          <td>
            <Button
              look="danger"
              small
              aria-label={`Disconnect ${app.name}`}
              onClick={() => onDisconnect(app)}
            >
              Disconnect
            </Button>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

const useDisconnect = (onDone: () => void) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation(
    trpc.apps.disconnect.mutationOptions({
      onSuccess: async () => {
        toast({ message: 'The app was disconnected. It is refused from now on.', tone: 'good' });
        await queryClient.invalidateQueries({ queryKey: trpc.apps.list.queryKey() });
      },
      onError: (error) => toast({ message: sentenceOfError(error), tone: 'bad' }),
      onSettled: onDone,
    }),
  );
};

export const ConnectedApps = () => {
  const trpc = useTRPC();
  const connected = useQuery(trpc.apps.list.queryOptions());
  const [leaving, setLeaving] = useState<ConnectedAppWire | null>(null);
  const disconnect = useDisconnect(() => setLeaving(null));
  const apps = connected.data?.apps ?? [];
  return (
    <section aria-labelledby="apps-title" className={styles['section']}>
      <h2 id="apps-title">Connected apps</h2>
      {connected.isPending && <p className={styles['soft']}>Reading your apps…</p>}
      {connected.isError && (
        <Notice tone="bad" alert action={<Button onClick={() => void connected.refetch()}>Try again</Button>}>
          {sentenceOfError(connected.error)}
        </Notice>
      )}
      {connected.isSuccess && apps.length === 0 && (
        <EmptyState title="No apps connected">
          <p>
            Add this Partbook to an assistant by its <a href="/docs/mcp">MCP address</a>; it asks you here
            before it acts for you, and then stands in this list.
          </p>
        </EmptyState>
      )}
      {apps.length > 0 && <AppTable apps={apps} onDisconnect={setLeaving} />}
      <Dialog
        open={leaving !== null}
        title={`Disconnect “${leaving?.name ?? ''}”?`}
        onClose={() => setLeaving(null)}
        actions={
          <>
            <Button onClick={() => setLeaving(null)}>Keep it</Button>
            <Button
              look="danger"
              busy={disconnect.isPending}
              onClick={() => leaving && disconnect.mutate({ id: leaving.id })}
            >
              Disconnect the app
            </Button>
          </>
        }
      >
        <p>
          It can no longer act for you, anywhere, from the next request on. Songs it made stay in your
          library.
        </p>
      </Dialog>
    </section>
  );
};
