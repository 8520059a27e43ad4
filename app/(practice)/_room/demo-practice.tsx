// The practice room as the home page shows it: a song of the house, playing as soon as it is there.
'use client';
import { useEffect, useRef } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { PracticeRoom } from './practice-room.tsx';
import { useSongPlayer } from './use-player.ts';

export function DemoPractice({ song }: { song: SharedSong }) {
  const player = useSongPlayer(song);
  const begun = useRef(false);
  useEffect(() => {
    if (!player || begun.current) return;
    begun.current = true;
    player.dispatch({ type: 'play' });
  }, [player]);
  return <PracticeRoom song={song} player={player} isDemo />;
}
