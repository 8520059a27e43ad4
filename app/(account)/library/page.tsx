// The library: add songs, watch them being split, open, rename and delete them.
import type { Metadata } from 'next';
import { requirePageSession } from '../../../server/auth/page-session.ts';
import { AccountShell } from '../_account/account-shell.tsx';
import { AddSongs } from './add-songs.tsx';
import { SongList } from './song-list.tsx';
import styles from './library.module.css';

export const metadata: Metadata = { title: 'Library' };

export default async function LibraryPage() {
  await requirePageSession('/library');
  return (
    <AccountShell>
      <div className={styles['library']}>
        <h1>Library</h1>
        <AddSongs />
        <SongList />
      </div>
    </AccountShell>
  );
}
