// The library: add songs, watch them being split, open, rename and delete them.
import type { Metadata } from 'next';
import { requirePageSession } from '../../../server/auth/page-session.ts';
import { modelId } from '../../../server/contract/models.ts';
import { AccountShell } from '../_account/account-shell.tsx';
import { SongList } from './_songs/song-list.tsx';
import { AddSongs, type Wanted } from './add-songs.tsx';
import styles from './library.module.css';
import { OpenBatches } from './open-batches.tsx';

export const metadata: Metadata = { title: 'Library' };

type Query = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** `?new=` is what links from elsewhere ask for: a model, or the field for several links. */
const wantedOf = (asked: string | string[] | undefined): Wanted => {
  if (asked === 'batch') return 'batch';
  const model = modelId.safeParse(asked);
  return model.success ? model.data : null;
};

export default async function LibraryPage({ searchParams }: Query) {
  const wanted = wantedOf((await searchParams)['new']);
  const { account } = await requirePageSession(wanted === null ? '/library' : `/library?new=${wanted}`);
  return (
    <AccountShell>
      <div className={styles['library']}>
        <h1>Library</h1>
        <AddSongs accountId={account.id} wanted={wanted} />
        <OpenBatches />
        <SongList accountId={account.id} />
      </div>
    </AccountShell>
  );
}
