// The drawing of one stem: wavesurfer paints heights from the server's peaks; it never touches the sound.
'use client';
import { useEffect, useRef, useState } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { heightsBetween, readPeaks, type StemPeaks } from './peaks-file.ts';
import styles from './stem-waveform.module.css';
import type { WaveView } from './wave-view.ts';

const mostColumns = 1600;

async function fetchPeaks(url: string, signal: AbortSignal): Promise<StemPeaks | null> {
  try {
    const answer = await fetch(url, { signal });
    return answer.ok ? readPeaks(await answer.arrayBuffer()) : null;
  } catch {
    // Without a drawing the room still plays.
    return null;
  }
}

function colourOf(element: HTMLElement): string {
  return getComputedStyle(element).getPropertyValue('color') || 'gray';
}

/** Draws into `element`; the answer takes the drawing away. */
function draw(element: HTMLElement, peaks: StemPeaks, view: WaveView): () => void {
  const columns = Math.max(40, Math.min(mostColumns, element.clientWidth));
  const { above, below } = heightsBetween(peaks, view.start, view.end, columns);
  const wave = WaveSurfer.create({
    container: element,
    height: 'auto',
    waveColor: colourOf(element),
    cursorWidth: 0,
    barWidth: 2,
    barGap: 1,
    barRadius: 1,
    barMinHeight: 1,
    interact: false,
    hideScrollbar: true,
    peaks: [above, below],
    duration: view.end - view.start,
  });
  return () => wave.destroy();
}

interface StemWaveformProps {
  peaksUrl: string;
  view: WaveView;
}

export function StemWaveform({ peaksUrl, view }: StemWaveformProps) {
  const element = useRef<HTMLDivElement>(null);
  const [peaks, setPeaks] = useState<StemPeaks | null>(null);
  const [look, setLook] = useState(0);

  useEffect(() => {
    const controller = new AbortController();
    void fetchPeaks(peaksUrl, controller.signal).then((found) => {
      if (!controller.signal.aborted) setPeaks(found);
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
    if (!peaks || !element.current) return;
    return draw(element.current, peaks, view);
  }, [peaks, view, look]);

  return <div ref={element} className={styles['wave']} aria-hidden="true" />;
}
