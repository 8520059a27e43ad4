// One setlist: its title, its songs in order, more songs to put on it.
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { requirePageSession } from '../../../../server/auth/page-session.ts';
import { AccountShell } from '../../_account/account-shell.tsx';
import { SetlistEditor } from './setlist-editor.tsx';

export const metadata: Metadata = { title: 'Setlist' };

export default async function SetlistPage({ params }: { params: Promise<{ setlistId: string }> }) {
  const { setlistId } = await params;
  if (!/^set_[0-9A-Za-z]{1,40}$/.test(setlistId)) notFound();
  const { account } = await requirePageSession(`/setlists/${setlistId}`);
  if (account.plan !== 'pro') redirect('/setlists');
  return (
    <AccountShell>
      <SetlistEditor setlistId={setlistId} />
    </AccountShell>
  );
}
