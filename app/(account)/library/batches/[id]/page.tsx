// One batch: each song with how far it is, or why it failed; what has not begun can be cancelled.
import type { Metadata } from 'next';
import { requirePageSession } from '../../../../../server/auth/page-session.ts';
import { AccountShell } from '../../../_account/account-shell.tsx';
import { BatchView } from './batch-view.tsx';

export const metadata: Metadata = { title: 'Batch' };

type Params = { params: Promise<{ id: string }> };

export default async function BatchPage({ params }: Params) {
  const { id } = await params;
  await requirePageSession(`/library/batches/${encodeURIComponent(id)}`);
  return (
    <AccountShell>
      <BatchView id={id} />
    </AccountShell>
  );
}
