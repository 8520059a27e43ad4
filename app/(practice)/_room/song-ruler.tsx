// The time line above the parts: round times, the loop with its two handles, and the keyboard's way through the song.
'use client';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { formatTime, spokenTime } from '../../_ui/format-time.ts';
import type { LoopRegion } from '../_player/player-state.ts';
import { onFrame } from './frame-loop.ts';
import styles from './song-ruler.module.css';
import { useRoom } from './use-player.ts';
import { WaveLane } from './wave-lane.tsx';
import { shareOf, ticksOf, type WaveView } from './wave-view.ts';

/** The song's place as a slider for keyboards and screen readers; painted by the playhead. */
function PlaceSlider() {
  const { state, dispatch, positionSeconds } = useRoom();
  const [seconds, setSeconds] = useState(0);
  useEffect(
    () =>
      onFrame(() =>
        setSeconds((shown) => (Math.abs(shown - positionSeconds()) >= 1 ? positionSeconds() : shown)),
      ),
    [positionSeconds],
  );
  return (
    <input
      type="range"
      className={styles['place']}
      aria-label="Place in the song"
      aria-valuetext={`${spokenTime(seconds)} of ${spokenTime(state.durationSeconds)}`}
      min={0}
      max={Math.ceil(state.durationSeconds)}
      step={5}
      value={Math.round(seconds)}
      onChange={(event) => {
        const to = Number(event.currentTarget.value);
        dispatch({ type: 'seek', seconds: to });
        setSeconds(to);
      }}
    />
  );
}

interface HandleProps {
  edge: keyof LoopRegion;
  loop: LoopRegion;
  view: WaveView;
}

function LoopHandle({ edge, loop, view }: HandleProps) {
  const { dispatch, state } = useRoom();
  /** When the last move was sent; null while nobody drags. */
  const held = useRef<number | null>(null);
  const seconds = loop[edge];
  const share = shareOf(view, seconds);
  if (share < -0.001 || share > 1.001) return null;
  const moveTo = (to: number) => dispatch({ type: 'set-loop', loop: { ...loop, [edge]: to } });
  const drag = (event: PointerEvent<HTMLDivElement>, isLast: boolean) => {
    const box = event.currentTarget.parentElement?.getBoundingClientRect();
    // Each move reschedules the sound, so that the ear follows the hand: ten times a second is enough.
    if (held.current === null || !box || (!isLast && event.timeStamp - held.current < 100)) return;
    held.current = isLast ? null : event.timeStamp;
    const at = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    moveTo(view.start + at * (view.end - view.start));
  };
  const isStart = edge === 'startSeconds';
  return (
    <div
      className={isStart ? styles['handleStart'] : styles['handleEnd']}
      style={{ left: `${String(share * 100)}%` }}
      onPointerDown={(event) => {
        held.current = event.timeStamp;
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => drag(event, false)}
      onPointerUp={(event) => drag(event, true)}
    >
      <input
        type="range"
        aria-label={isStart ? 'Loop begins' : 'Loop ends'}
        aria-valuetext={formatTime(seconds, true)}
        min={0}
        max={state.durationSeconds}
        step={0.05}
        value={seconds}
        onChange={(event) => moveTo(Number(event.currentTarget.value))}
      />
      <span aria-hidden="true">{isStart ? 'A' : 'B'}</span>
    </div>
  );
}

export function SongRuler({ view }: { view: WaveView }) {
  const { loop } = useRoom().state;
  return (
    <div className={styles['ruler']}>
      <WaveLane view={view}>
        {ticksOf(view, 9).map((seconds) => (
          <span
            key={seconds}
            className={styles['tick']}
            style={{ left: `${String(shareOf(view, seconds) * 100)}%` }}
          >
            {formatTime(seconds)}
          </span>
        ))}
      </WaveLane>
      <PlaceSlider />
      {loop && <LoopHandle edge="startSeconds" loop={loop} view={view} />}
      {loop && <LoopHandle edge="endSeconds" loop={loop} view={view} />}
    </div>
  );
}
