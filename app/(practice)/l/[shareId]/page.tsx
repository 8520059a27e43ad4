// /l/{share_id}: a shared setlist that plays through, song after song.
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { loadSharedSetlist } from '../../../../server/pages/load-shared.ts';
import { PageShell } from '../../../_ui/page-shell.tsx';
import { SetlistRoom } from '../../_room/setlist-room.tsx';

interface Props {
  params: Promise<{ shareId: string }>;
}

const load = cache(loadSharedSetlist);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const setlist = await load((await params).shareId);
  return { title: setlist?.title ?? 'Setlist not found', robots: { index: false, follow: false } };
}

export default async function SetlistPage({ params }: Props) {
  const setlist = await load((await params).shareId);
  if (!setlist) notFound();
  return (
    <PageShell width="full">
      <SetlistRoom setlist={setlist} />
    </PageShell>
  );
}
