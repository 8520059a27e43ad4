// Where one is signed in; ends one session or all of them.
'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Badge } from '../../_ui/badge.tsx';
import { Button } from '../../_ui/button.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { useToast } from '../../_ui/toast.tsx';
import { leaveNothingBehind } from '../_account/leave-nothing-behind.ts';
import { browserName } from './browser-name.ts';
import styles from './settings.module.css';

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

export const Sessions = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const sessions = useQuery(trpc.sessions.list.queryOptions());
  const end = useMutation(
    trpc.sessions.end.mutationOptions({
      onSuccess: (_, input) =>
        input.session_id === undefined
          ? window.location.assign('/signin')
          : queryClient.invalidateQueries({ queryKey: trpc.sessions.list.queryKey() }),
      onError: (error) => toast({ message: sentenceOfError(error), tone: 'bad' }),
    }),
  );
  return (
    <section aria-labelledby="sessions-title" className={styles['section']}>
      <h2 id="sessions-title">Where you are signed in</h2>
      {sessions.isError && <Notice tone="bad">{sentenceOfError(sessions.error)}</Notice>}
      <ul className={styles['list']}>
        {sessions.data?.map((session) => (
          <li key={session.id}>
            <div>
              <span className={styles['agent']} title={session.user_agent ?? undefined}>
                {browserName(session.user_agent)}
              </span>
              <span className={styles['soft']}>last seen {time.format(new Date(session.last_seen_at))}</span>
            </div>
            {session.current ? (
              <Badge tone="good">this browser</Badge>
            ) : (
              <Button small busy={end.isPending} onClick={() => end.mutate({ session_id: session.id })}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      <Button busy={end.isPending} onClick={() => void leaveNothingBehind().then(() => end.mutate({}))}>
        Sign out everywhere
      </Button>
    </section>
  );
};
