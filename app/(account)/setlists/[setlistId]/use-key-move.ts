// Moving a song by keys: taken up with Space or Enter, moved by arrows, put down with the same key, put back with Escape.
'use client';
import { type KeyboardEvent, useState } from 'react';
import { movedTo } from './move-song.ts';
import type { SetlistSong } from './use-setlist.ts';

interface Held {
  from: number;
  at: number;
}

interface KeyMove {
  songs: readonly SetlistSong[];
  onMove: (from: number, to: number) => void;
  say: (words: string) => void;
}

const keysThatMove = (at: number, last: number): Record<string, number> => ({
  ArrowUp: Math.max(0, at - 1),
  ArrowDown: Math.min(last, at + 1),
  Home: 0,
  End: last,
});

export const useKeyMove = ({ songs, onMove, say }: KeyMove) => {
  const [held, setHeld] = useState<Held | null>(null);
  const shown = held ? movedTo(songs, held.from, held.at) : songs;
  const placeOf = (at: number) => `place ${String(at + 1)} of ${String(songs.length)}`;
  const name = held ? (songs[held.from]?.name ?? '') : '';

  const putDown = () => {
    if (!held) return;
    setHeld(null);
    if (held.at !== held.from) onMove(held.from, held.at);
    say(`${name} put down at ${placeOf(held.at)}.`);
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (held) return putDown();
      setHeld({ from: index, at: index });
      say(`${songs[index]?.name ?? ''} taken up, ${placeOf(index)}. Arrows move it, Escape puts it back.`);
      return;
    }
    if (!held) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      setHeld(null);
      say(`${name} put back at ${placeOf(held.from)}.`);
      return;
    }
    const to = keysThatMove(held.at, songs.length - 1)[event.key];
    if (to === undefined) return;
    event.preventDefault();
    setHeld({ ...held, at: to });
    say(`${name}, ${placeOf(to)}.`);
  };
  return { shown, heldAt: held?.at ?? null, onKeyDown, onBlur: putDown };
};
