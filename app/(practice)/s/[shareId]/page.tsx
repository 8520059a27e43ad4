// /s/{share_id}: the practice room of a shared song, for anyone with the link.
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { loadSharedSong } from '../../../../server/pages/load-shared.ts';
import { PageShell } from '../../../_ui/page-shell.tsx';
import { SongRoom } from '../../_room/song-room.tsx';

interface Props {
  params: Promise<{ shareId: string }>;
}

const load = cache(loadSharedSong);

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const found = await load((await params).shareId);
  // The link is the key: it must not be found by searching.
  return { title: found?.song.name ?? 'Song not found', robots: { index: false, follow: false } };
}

export default async function SongPage({ params }: Props) {
  const found = await load((await params).shareId);
  if (!found) notFound();
  return (
    <PageShell width="full">
      <SongRoom song={found.song} stemNames={found.stemNames} />
    </PageShell>
  );
}
