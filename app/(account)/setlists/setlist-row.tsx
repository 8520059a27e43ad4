// One setlist of the list: what is on it, the way in, its link.
'use client';
import { useState } from 'react';
import type { SetlistWire } from '../../../server/contract/setlist.ts';
import { ButtonLink } from '../../_ui/button.tsx';
import { Menu } from '../../_ui/menu.tsx';
import { useCopyLink } from '../_account/use-copy-link.ts';
import { DeleteSetlist } from './delete-setlist.tsx';
import { setlistFacts } from './setlist-facts.ts';
import styles from './setlists.module.css';

interface SetlistRowProps {
  setlist: SetlistWire;
  /** Whether the plan allows changing it. */
  canEdit: boolean;
}

export const SetlistRow = ({ setlist, canEdit }: SetlistRowProps) => {
  const [deleting, setDeleting] = useState(false);
  const copyLink = useCopyLink();
  return (
    <li className={styles['row']}>
      <div className={styles['words']}>
        <strong>{setlist.title}</strong>
        <span className={styles['soft']}>{setlistFacts(setlist.songs)}</span>
      </div>
      <ButtonLink href={canEdit ? `/setlists/${setlist.id}` : setlist.share_url} small>
        {canEdit ? 'Edit' : 'Play it'}
      </ButtonLink>
      <Menu
        label={`More for ${setlist.title}`}
        items={[
          ...(canEdit ? [{ label: 'Play it', icon: 'play' as const, href: setlist.share_url }] : []),
          {
            label: 'Copy the link',
            icon: 'link',
            onSelect: () => void copyLink(setlist.share_url, 'The setlist’s link was copied.'),
          },
          { label: 'Delete', icon: 'trash', danger: true, onSelect: () => setDeleting(true) },
        ]}
      />
      {deleting && <DeleteSetlist setlist={setlist} onClose={() => setDeleting(false)} />}
    </li>
  );
};
