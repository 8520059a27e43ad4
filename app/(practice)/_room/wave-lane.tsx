// The playing field of a stem: drag across it to loop, click it to go there; shows the loop's wash and the playhead.
'use client';
import { useEffect, useRef, type PointerEvent, type ReactNode } from 'react';
import { onFrame } from './frame-loop.ts';
import { useRoom } from './use-player.ts';
import styles from './wave-lane.module.css';
import { shareOf, type WaveView } from './wave-view.ts';

/** Below this a drag is a click with an unsteady hand. */
const dragPixels = 6;

export function Playhead({ view }: { view: WaveView }) {
  const element = useRef<HTMLDivElement>(null);
  const { positionSeconds } = useRoom();
  useEffect(
    () =>
      onFrame(() => {
        if (!element.current) return;
        const share = shareOf(view, positionSeconds());
        element.current.style.transform = `translateX(${String(share * 100)}%)`;
        element.current.style.visibility = share >= 0 && share <= 1 ? 'visible' : 'hidden';
      }),
    [view, positionSeconds],
  );
  return <div ref={element} className={styles['playhead']} aria-hidden="true" />;
}

export function LoopWash({ view }: { view: WaveView }) {
  const { loop, looping } = useRoom().state;
  if (!loop) return null;
  const left = Math.max(0, shareOf(view, loop.startSeconds));
  const right = Math.min(1, shareOf(view, loop.endSeconds));
  if (right <= 0 || left >= 1) return null;
  const style = { left: `${String(left * 100)}%`, width: `${String((right - left) * 100)}%` };
  return <div className={looping ? styles['loop'] : styles['loopOff']} style={style} aria-hidden="true" />;
}

export function WaveLane({ view, children }: { view: WaveView; children?: ReactNode }) {
  const { dispatch } = useRoom();
  const drag = useRef<{ pointer: number; x: number; from: number; moved: boolean } | null>(null);

  const secondsAt = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    return view.start + share * (view.end - view.start);
  };
  const down = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || !event.isPrimary) return;
    drag.current = { pointer: event.pointerId, x: event.clientX, from: secondsAt(event), moved: false };
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const move = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    if (!held || held.pointer !== event.pointerId) return;
    if (!held.moved && Math.abs(event.clientX - held.x) < dragPixels) return;
    held.moved = true;
    event.currentTarget.style.setProperty('--from', String(shareOf(view, held.from)));
    event.currentTarget.style.setProperty('--to', String(shareOf(view, secondsAt(event))));
    event.currentTarget.dataset['dragging'] = 'true';
  };
  const up = (event: PointerEvent<HTMLDivElement>) => {
    const held = drag.current;
    drag.current = null;
    delete event.currentTarget.dataset['dragging'];
    if (!held || held.pointer !== event.pointerId) return;
    const to = secondsAt(event);
    if (held.moved) dispatch({ type: 'set-loop', loop: { startSeconds: held.from, endSeconds: to } });
    else dispatch({ type: 'seek', seconds: to });
  };
  const cancel = (event: PointerEvent<HTMLDivElement>) => {
    drag.current = null;
    delete event.currentTarget.dataset['dragging'];
  };

  return (
    <div
      className={styles['lane']}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={cancel}
    >
      {children}
      <LoopWash view={view} />
      <div className={styles['dragged']} aria-hidden="true" />
      <Playhead view={view} />
    </div>
  );
}
