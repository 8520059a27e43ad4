// One song of the library: its state, the way into its room, and what can be done with it.
'use client';
import { useRef, useState } from 'react';
import type { PlanId } from '../../../../server/contract/plans.ts';
import type { SplitWire } from '../../../../server/contract/split.ts';
import { ButtonLink } from '../../../_ui/button.tsx';
import type { MenuItem } from '../../../_ui/menu-list.tsx';
import { Menu } from '../../../_ui/menu.tsx';
import { useCopyLink } from '../../_account/use-copy-link.ts';
import { downloadItems } from './download-items.ts';
import { SongName } from './song-name.tsx';
import { SongState } from './song-state.tsx';
import { Unseen } from '../../../_ui/unseen.tsx';
import styles from './songs.module.css';

type SongRowProps = {
  song: SplitWire;
  plan: PlanId | undefined;
  onDelete: (song: SplitWire) => void;
};

const copied = 'The link was copied. Whoever has it can listen.';
const roomPath = (song: SplitWire): string => new URL(song.open_url).pathname;

export const SongRow = ({ song, plan, onDelete }: SongRowProps) => {
  const [renaming, setRenaming] = useState(false);
  const actions = useRef<HTMLDivElement>(null);
  const copyLink = useCopyLink();
  const endRenaming = () => {
    setRenaming(false);
    // Back to where the renaming began, unless the person has gone elsewhere.
    requestAnimationFrame(() => {
      if (document.activeElement === document.body)
        actions.current?.querySelector<HTMLElement>(':scope > :last-child button')?.focus();
    });
  };
  const downloads = downloadItems(song, plan);
  const items: MenuItem[] = [
    ...(song.status === 'failed'
      ? []
      : ([
          { label: 'Copy the link', icon: 'link', onSelect: () => void copyLink(song.open_url, copied) },
        ] as const)),
    { label: 'Rename', icon: 'pencil', onSelect: () => setRenaming(true) },
    ...(song.batch_id === null
      ? []
      : ([{ label: 'See its batch', icon: 'list', href: `/library/batches/${song.batch_id}` }] as const)),
    { label: 'Delete', icon: 'trash', danger: true, onSelect: () => onDelete(song) },
  ];
  return (
    <li className={styles['row']} aria-label={song.name}>
      <div className={styles['song']}>
        <SongName song={song} editing={renaming} onEnd={endRenaming} />
        <SongState song={song} />
      </div>
      <div ref={actions} className={styles['actions']}>
        {song.status !== 'failed' && (
          <ButtonLink href={roomPath(song)} small>
            {song.status === 'done' ? 'Open' : 'Watch'}
            <Unseen> {song.name}</Unseen>
          </ButtonLink>
        )}
        {downloads.length > 0 && <Menu label={`Download ${song.name}`} icon="download" items={downloads} />}
        <Menu label={`More for ${song.name}`} icon="more" items={items} />
      </div>
    </li>
  );
};
