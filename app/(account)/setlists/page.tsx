// The setlists of an account: make one, open one, share one.
import type { Metadata } from 'next';
import { requirePageSession } from '../../../server/auth/page-session.ts';
import { AccountShell } from '../_account/account-shell.tsx';
import { NeedsPro } from './needs-pro.tsx';
import { NewSetlist } from './new-setlist.tsx';
import { SetlistList } from './setlist-list.tsx';
import styles from './setlists.module.css';

export const metadata: Metadata = { title: 'Setlists' };

export default async function SetlistsPage() {
  const { account } = await requirePageSession('/setlists');
  const isPro = account.plan === 'pro';
  return (
    <AccountShell>
      <div className={styles['setlists']}>
        <header className={styles['intro']}>
          <h1>Setlists</h1>
          <p>Songs in the order you play them, behind one link. They follow each other without a gap.</p>
        </header>
        {isPro ? <NewSetlist /> : <NeedsPro />}
        <SetlistList canMake={isPro} />
      </div>
    </AccountShell>
  );
}
