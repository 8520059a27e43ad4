// How loud a stem is just now, as a bar that moves with the frame loop and never with React.
'use client';
import { useEffect, useRef } from 'react';
import { onFrame } from './frame-loop.ts';
import styles from './level-meter.module.css';
import { useRoom } from './use-player.ts';

const floorDecibels = -54;
const fallPerFrame = 0.03;

/** 0 at the floor, 1 at full scale. */
function height(level: number): number {
  if (level <= 0) return 0;
  return Math.min(1, Math.max(0, 1 - (20 * Math.log10(level)) / floorDecibels));
}

export function LevelMeter({ stem }: { stem: number }) {
  const bar = useRef<HTMLDivElement>(null);
  const { player } = useRoom();
  useEffect(() => {
    let shown = 0;
    return onFrame(() => {
      const now = player ? height(player.level(stem)) : 0;
      const next = Math.max(now, shown - fallPerFrame);
      if (next === shown || !bar.current) return;
      shown = next;
      bar.current.style.transform = `scaleX(${next.toFixed(3)})`;
    });
  }, [player, stem]);
  return (
    <div className={styles['meter']} aria-hidden="true">
      <div ref={bar} className={styles['bar']} />
    </div>
  );
}
