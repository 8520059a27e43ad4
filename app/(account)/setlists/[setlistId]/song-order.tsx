// The songs of a setlist in their order: moved by drag or by keys, taken off, opened.
'use client';
import { useId, useRef, useState } from 'react';
import { IconButton } from '../../../_ui/button.tsx';
import { classNames } from '../../../_ui/class-names.ts';
import { formatTime } from '../../../_ui/format-time.ts';
import { Icon } from '../../../_ui/icon.tsx';
import { Unseen } from '../../../_ui/unseen.tsx';
import styles from '../setlists.module.css';
import { entryKeys, movedTo } from './move-song.ts';
import { useDragMove } from './use-drag-move.ts';
import { useKeyMove } from './use-key-move.ts';
import type { SetlistSong } from './use-setlist.ts';

const stateWords = { queued: 'Waiting', processing: 'Being split', failed: 'Could not be split' } as const;

const SongWords = ({ song }: { song: SetlistSong }) => (
  <span className={styles['words']}>
    <strong>{song.name}</strong>
    <span className={styles['soft']}>
      {song.status === 'done' ? formatTime(song.duration_seconds ?? 0) : stateWords[song.status]}
    </span>
  </span>
);

interface SongOrderProps {
  songs: readonly SetlistSong[];
  onChange: (songs: readonly SetlistSong[]) => void;
  onRemove: (index: number) => void;
}

export const SongOrder = ({ songs, onChange, onRemove }: SongOrderProps) => {
  const [said, say] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const helpId = useId();
  const move = (from: number, to: number) => onChange(movedTo(songs, from, to));
  const drag = useDragMove(list, (from, to) => {
    move(from, to);
    say(`${songs[from]?.name ?? ''} moved to place ${String(to + 1)} of ${String(songs.length)}.`);
  });
  const keys = useKeyMove({ songs, onMove: move, say });
  const names = entryKeys(keys.shown.map(({ id }) => id));
  const remove = (index: number) => {
    say(`${keys.shown[index]?.name ?? ''} taken off the setlist.`);
    onRemove(index);
    // The row under the finger is gone: the keyboard goes on with its neighbour.
    const next = list.current?.children[index + 1] ?? list.current?.children[index - 1];
    next?.querySelector<HTMLElement>('[data-remove]')?.focus();
  };
  return (
    <>
      <p id={helpId} className={styles['soft']}>
        Drag a song by its handle, or press Space on the handle and use the arrow keys.
      </p>
      <ol className={styles['order']} ref={list}>
        {keys.shown.map((song, index) => (
          <li
            key={names[index]}
            className={classNames(
              styles['entry'],
              (drag.dragged === index || keys.heldAt === index) && styles['held'],
              drag.dragged !== null && styles['moving'],
            )}
            style={{ translate: `0 ${String(drag.shift(index))}px` }}
          >
            <button
              type="button"
              className={styles['handle']}
              aria-label={`Move ${song.name}, place ${String(index + 1)}`}
              aria-describedby={helpId}
              aria-pressed={keys.heldAt === index}
              onKeyDown={keys.onKeyDown(index)}
              onBlur={keys.onBlur}
              {...drag.handlers}
              onPointerDown={drag.handlers.onPointerDown(index)}
            >
              <Icon name="drag" />
            </button>
            <span className={styles['number']} aria-hidden="true">
              {index + 1}
            </span>
            <SongWords song={song} />
            <IconButton
              icon="close"
              label={`Take ${song.name} off the setlist`}
              data-remove=""
              onClick={() => remove(index)}
            />
          </li>
        ))}
      </ol>
      <Unseen live>{said}</Unseen>
    </>
  );
};
