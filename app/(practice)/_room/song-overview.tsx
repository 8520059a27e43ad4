// The whole song in a thin line, with the part in view marked. Loaded when the room is zoomed in.
'use client';
import type { PointerEvent } from 'react';
import styles from './song-ruler.module.css';
import { useRoom } from './use-player.ts';
import { LoopWash, Playhead } from './wave-lane.tsx';
import type { WaveView } from './wave-view.ts';

export function SongOverview({ view, onMove }: { view: WaveView; onMove: (start: number) => void }) {
  const { durationSeconds } = useRoom().state;
  const whole = { start: 0, end: durationSeconds };
  const length = view.end - view.start;
  const style = {
    left: `${String((view.start / durationSeconds) * 100)}%`,
    width: `${String((length / durationSeconds) * 100)}%`,
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 0) return;
    const box = event.currentTarget.getBoundingClientRect();
    onMove(((event.clientX - box.left) / box.width) * durationSeconds - length / 2);
  };
  return (
    <div className={styles['overview']} onPointerDown={move} onPointerMove={move} aria-hidden="true">
      <div className={styles['window']} style={style} />
      <LoopWash view={whole} />
      <Playhead view={whole} />
    </div>
  );
}
