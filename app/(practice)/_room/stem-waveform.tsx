// The drawing of one stem from the server's peaks; it never touches the sound.
'use client';
import { useEffect, useRef, useState } from 'react';
import type { StemPeaks } from './peaks-file.ts';
import styles from './stem-waveform.module.css';
import type { drawWave } from './wave-drawing.ts';
import type { WaveView } from './wave-view.ts';

interface Drawable {
  peaks: StemPeaks;
  draw: typeof drawWave;
}

async function fetchDrawable(url: string, signal: AbortSignal): Promise<Drawable | null> {
  try {
    const [answer, library] = await Promise.all([fetch(url, { signal }), import('./wave-drawing.ts')]);
    if (!answer.ok) return null;
    return { peaks: library.readPeaks(await answer.arrayBuffer()), draw: library.drawWave };
  } catch {
    // Without a drawing the room still plays.
    return null;
  }
}

interface StemWaveformProps {
  peaksUrl: string;
  view: WaveView;
}

export function StemWaveform({ peaksUrl, view }: StemWaveformProps) {
  const element = useRef<HTMLDivElement>(null);
  const [drawable, setDrawable] = useState<Drawable | null>(null);
  const [look, setLook] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    void fetchDrawable(peaksUrl, controller.signal).then((found) => {
      if (!controller.signal.aborted) setDrawable(found);
    });
    return () => controller.abort();
  }, [peaksUrl]);

  useEffect(() => {
    // The canvas keeps its colours: it is painted again when the theme or the width changes.
    const again = () => setLook((count) => count + 1);
    const system = matchMedia('(prefers-color-scheme: dark)');
    const size = new ResizeObserver(again);
    if (element.current) size.observe(element.current);
    addEventListener('partbook:theme', again);
    system.addEventListener('change', again);
    return () => {
      size.disconnect();
      removeEventListener('partbook:theme', again);
      system.removeEventListener('change', again);
    };
  }, []);

  useEffect(() => {
    if (!drawable || !element.current) return;
    return drawable.draw(element.current, drawable.peaks, view);
  }, [drawable, view, look]);

  return <div ref={element} className={styles['wave']} aria-hidden="true" />;
}
