// A setlist being made: title and link above, its songs in order, the library beside them.
'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { SetlistWire } from '../../../../server/contract/setlist.ts';
import { sentenceOfError } from '../../../_trpc/shown-error.ts';
import { Button, ButtonLink } from '../../../_ui/button.tsx';
import { EmptyState } from '../../../_ui/empty-state.tsx';
import { Menu } from '../../../_ui/menu.tsx';
import { Notice } from '../../../_ui/notice.tsx';
import { Progress } from '../../../_ui/progress.tsx';
import { useToast } from '../../../_ui/toast.tsx';
import { Unseen } from '../../../_ui/unseen.tsx';
import { useCopyLink } from '../../_account/use-copy-link.ts';
import { DeleteSetlist } from '../delete-setlist.tsx';
import { setlistFacts } from '../setlist-facts.ts';
import styles from '../setlists.module.css';
import { AddFromLibrary } from './add-from-library.tsx';
import { RenameSetlist } from './rename-setlist.tsx';
import { SongOrder } from './song-order.tsx';
import { useSetlist } from './use-setlist.ts';

interface HeadProps {
  setlist: SetlistWire;
  isSaving: boolean;
  onRename: (title: string) => void;
}

const Head = ({ setlist, isSaving, onRename }: HeadProps) => {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const router = useRouter();
  const copyLink = useCopyLink();
  const close = () => setAsking(null);
  return (
    <header className={styles['head']}>
      <div className={styles['words']}>
        <h1>{setlist.title}</h1>
        <p className={styles['soft']}>
          {setlistFacts(setlist.songs)} <span aria-hidden="true">· {isSaving ? 'Saving …' : 'Saved'}</span>
        </p>
        <Unseen live>{isSaving ? '' : 'Saved'}</Unseen>
      </div>
      <div className={styles['actions']}>
        <Button
          icon="link"
          onClick={() => void copyLink(setlist.share_url, 'The setlist’s link was copied.')}
        >
          Copy the link
        </Button>
        <ButtonLink href={setlist.share_url} look="primary" icon="play">
          Play it
        </ButtonLink>
        <Menu
          label="More for this setlist"
          items={[
            { label: 'Rename', icon: 'pencil', onSelect: () => setAsking('rename') },
            { label: 'Delete', icon: 'trash', danger: true, onSelect: () => setAsking('delete') },
          ]}
        />
      </div>
      {asking === 'rename' && <RenameSetlist title={setlist.title} onRename={onRename} onClose={close} />}
      {asking === 'delete' && (
        <DeleteSetlist setlist={setlist} onClose={close} onDeleted={() => router.push('/setlists')} />
      )}
    </header>
  );
};

const Unreadable = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => (
  <Notice tone="bad" alert action={<Button onClick={onRetry}>Try again</Button>}>
    {sentenceOfError(error)}
  </Notice>
);

const Gone = () => (
  <EmptyState
    title="This setlist is not here"
    level={1}
    action={<ButtonLink href="/setlists">Your setlists</ButtonLink>}
  >
    <p>It was deleted, or it belongs to another account.</p>
  </EmptyState>
);

export const SetlistEditor = ({ setlistId }: { setlistId: string }) => {
  const { setlist, change, isSaving } = useSetlist(setlistId);
  const toast = useToast();
  if (setlist.isPending) return <Progress label="Reading the setlist" percent={null} />;
  if (setlist.isError) {
    const isGone = setlist.error.data?.shown?.code === 'not_found';
    return isGone ? <Gone /> : <Unreadable error={setlist.error} onRetry={() => void setlist.refetch()} />;
  }
  const { songs } = setlist.data;
  const remove = (index: number) => {
    change({ songs: songs.filter((_, at) => at !== index) });
    toast({
      message: `${songs[index]?.name ?? 'The song'} was taken off the setlist.`,
      action: { label: 'Put it back', run: () => change({ songs }) },
    });
  };
  return (
    <div className={styles['setlists']}>
      <Head setlist={setlist.data} isSaving={isSaving} onRename={(title) => change({ title })} />
      <div className={styles['desk']}>
        <section aria-labelledby="order-title" className={styles['programme']}>
          <h2 id="order-title">In this order</h2>
          {songs.length === 0 ? (
            <p className={styles['nothing']}>No songs yet. Add the first one from your library.</p>
          ) : (
            <SongOrder songs={songs} onChange={(next) => change({ songs: next })} onRemove={remove} />
          )}
        </section>
        <AddFromLibrary
          present={songs.map(({ id }) => id)}
          onAdd={({ id, name, status, model, duration_seconds, open_url }) =>
            change({ songs: [...songs, { id, name, status, model, duration_seconds, open_url }] })
          }
        />
      </div>
    </div>
  );
};
