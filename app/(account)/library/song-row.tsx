// One song of the library: its state, the way into its room, and what can be done with it.
'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { products } from '../../../server/contract/models.ts';
import type { SplitWire } from '../../../server/contract/split.ts';
import { sentenceOfError } from '../../_trpc/shown-error.ts';
import { useTRPC } from '../../_trpc/trpc.ts';
import { Badge } from '../../_ui/badge.tsx';
import { Button, ButtonLink } from '../../_ui/button.tsx';
import { Dialog } from '../../_ui/dialog.tsx';
import { TextField } from '../../_ui/field.tsx';
import { formatTime } from '../../_ui/format-time.ts';
import { Menu, type MenuItem } from '../../_ui/menu.tsx';
import { Progress } from '../../_ui/progress.tsx';
import { useToast } from '../../_ui/toast.tsx';
import styles from './library.module.css';

const useSongChange = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const toast = useToast();
  const options = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.splits.list.pathKey() }),
    onError: (error: unknown) => toast({ message: sentenceOfError(error), tone: 'bad' as const }),
  };
  return {
    rename: useMutation(trpc.splits.rename.mutationOptions(options)),
    remove: useMutation(trpc.splits.delete.mutationOptions(options)),
  };
};

const State = ({ song }: { song: SplitWire }) => {
  if (song.status === 'processing') {
    const note = song.eta_seconds === null ? null : `about ${formatTime(song.eta_seconds)} left`;
    return <Progress label="Splitting" percent={song.progress} note={note} />;
  }
  if (song.status === 'queued') {
    return (
      <span>
        <Badge>Waiting for its turn</Badge>
      </span>
    );
  }
  if (song.status === 'failed') return <p className={styles['failed']}>{song.message}</p>;
  return (
    <span className={styles['soft']}>
      {products[song.model].name}
      {song.duration_seconds !== null && ` · ${formatTime(song.duration_seconds)}`}
    </span>
  );
};

const RenameDialog = ({ song, onClose }: { song: SplitWire; onClose: () => void }) => {
  const { rename } = useSongChange();
  const [name, setName] = useState(song.name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    rename.mutate({ id: song.id, name }, { onSuccess: onClose });
  };
  return (
    <Dialog open title="Rename the song" onClose={onClose}>
      <form onSubmit={submit} className={styles['form']}>
        <TextField
          label="Name"
          required
          maxLength={200}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button look="primary" type="submit" wide busy={rename.isPending}>
          Rename
        </Button>
      </form>
    </Dialog>
  );
};

const DeleteDialog = ({ song, onClose }: { song: SplitWire; onClose: () => void }) => {
  const { remove } = useSongChange();
  return (
    <Dialog
      open
      title={`Delete “${song.name}”?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button
            look="danger"
            busy={remove.isPending}
            onClick={() => remove.mutate({ id: song.id }, { onSuccess: onClose })}
          >
            Delete the song
          </Button>
        </>
      }
    >
      <p>Its parts are removed and its link stops working, also for everybody you shared it with.</p>
    </Dialog>
  );
};

const downloadsOf = (song: SplitWire): MenuItem[] =>
  song.status !== 'done'
    ? []
    : [
        ...song.stems.flatMap((stem): MenuItem[] =>
          stem.mp3_url
            ? [{ label: `${stem.name} (MP3)`, icon: 'download', href: stem.mp3_url, download: true }]
            : [],
        ),
        ...(song.zip_url
          ? ([{ label: 'All parts (ZIP)', icon: 'download', href: song.zip_url, download: true }] as const)
          : []),
      ];

export const SongRow = ({ song }: { song: SplitWire }) => {
  const [asking, setAsking] = useState<'rename' | 'delete' | null>(null);
  const toast = useToast();
  const share = async () => {
    try {
      await navigator.clipboard.writeText(song.open_url);
      toast({ message: 'The room’s link was copied.', tone: 'good' });
    } catch {
      toast({ message: `The browser did not allow copying: ${song.open_url}` });
    }
  };
  const items: MenuItem[] = [
    { label: 'Copy the link', icon: 'link', onSelect: () => void share() },
    { label: 'Rename', icon: 'pencil', onSelect: () => setAsking('rename') },
    ...downloadsOf(song),
    { label: 'Delete', icon: 'trash', danger: true, onSelect: () => setAsking('delete') },
  ];
  return (
    <li className={styles['row']}>
      <div className={styles['song']}>
        <strong className={styles['name']}>{song.name}</strong>
        <State song={song} />
      </div>
      <div className={styles['actions']}>
        {song.status !== 'failed' && (
          <ButtonLink href={song.open_url} small>
            {song.status === 'done' ? 'Open the room' : 'Watch'}
          </ButtonLink>
        )}
        <Menu label={`More for ${song.name}`} icon="more" look="quiet" align="end" items={items} />
      </div>
      {asking === 'rename' && <RenameDialog song={song} onClose={() => setAsking(null)} />}
      {asking === 'delete' && <DeleteDialog song={song} onClose={() => setAsking(null)} />}
    </li>
  );
};
