// A shared song in whatever state it is: the practice room, or what there is to say until it can be practised.
'use client';
import { lazy, Suspense, useState } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { PracticeRoom } from './practice-room.tsx';
import { useSongPlayer } from './use-player.ts';

const UnfinishedSong = lazy(() =>
  import('./unfinished-song.tsx').then((module) => ({ default: module.UnfinishedSong })),
);

function ReadySong({ song }: { song: SharedSong }) {
  const player = useSongPlayer(song);
  return <PracticeRoom song={song} player={player} />;
}

interface SongRoomProps {
  song: SharedSong;
  /** The stems its model makes; the song itself has none before it is done. */
  stemNames: readonly string[];
}

export function SongRoom({ song: first, stemNames }: SongRoomProps) {
  const [song, setSong] = useState(first);
  if (song.status === 'done') return <ReadySong song={song} />;
  return (
    <Suspense fallback={null}>
      <UnfinishedSong song={song} stemNames={stemNames} onDone={setSong} />
    </Suspense>
  );
}
