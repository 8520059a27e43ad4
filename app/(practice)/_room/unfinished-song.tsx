// A shared song that is not ready to be practised: being split, failed, or gone. Loaded only for such a song.
'use client';
import { useEffect, useState } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { EmptyState } from '../../_ui/empty-state.tsx';
import { Scope } from '../_player/scope.ts';
import { DeadLink } from './dead-link.tsx';
import { followSong } from './live-song.ts';
import { SplittingSong } from './splitting-song.tsx';

function useLiveSong(first: SharedSong, onDone: (song: SharedSong) => void): SharedSong | 'gone' {
  const [song, setSong] = useState<SharedSong | 'gone'>(first);
  const isSettled = song === 'gone' || song.status === 'failed';
  const { share_id: shareId } = first;
  useEffect(() => {
    if (isSettled) return;
    const scope = new Scope();
    followSong(scope, shareId, {
      onProgress: ({ status, progress, eta_seconds }) => {
        // "done" waits for the stems, which come with the whole song.
        if (status === 'done' || status === 'failed') return;
        setSong((now) =>
          now === 'gone' ? now : { ...now, status, progress: Math.max(now.progress, progress), eta_seconds },
        );
      },
      onSettled: (settled) => (settled.status === 'done' ? onDone(settled) : setSong(settled)),
      onGone: () => setSong('gone'),
    });
    return () => scope.end();
  }, [shareId, isSettled, onDone]);
  return song;
}

interface UnfinishedSongProps {
  song: SharedSong;
  /** The stems its model makes; the song itself has none before it is done. */
  stemNames: readonly string[];
  onDone: (song: SharedSong) => void;
}

export function UnfinishedSong({ song: first, stemNames, onDone }: UnfinishedSongProps) {
  const song = useLiveSong(first, onDone);
  if (song === 'gone') return <DeadLink what="song" />;
  if (song.status === 'failed') {
    return (
      <EmptyState title="This song could not be split" level={1}>
        <p>{song.message ?? 'Something went wrong on the way.'}</p>
        <p>The person who shared it can try again from their library.</p>
      </EmptyState>
    );
  }
  return <SplittingSong song={song} stemNames={stemNames} />;
}
