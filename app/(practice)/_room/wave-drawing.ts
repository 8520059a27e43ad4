// Paints the heights of one stem with wavesurfer. Loaded after the room: a song can be played before its waves are painted.
import WaveSurfer from 'wavesurfer.js';
import { heightsBetween, type StemPeaks } from './peaks-file.ts';
import type { WaveView } from './wave-view.ts';

export { readPeaks } from './peaks-file.ts';

const mostColumns = 1600;

function colourOf(element: HTMLElement): string {
  return getComputedStyle(element).getPropertyValue('color') || 'gray';
}

/** Draws into `element`; the answer takes the drawing away. */
export function drawWave(element: HTMLElement, peaks: StemPeaks, view: WaveView): () => void {
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
