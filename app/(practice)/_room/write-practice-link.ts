// A practice link: what a musician has set up, as `#t=75.2,88.1&speed=85&key=-2&mix=vocals:0.5:-0.3:m`.
import type { PlayerState, StemMix } from '../_player/player-state.ts';

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}

function isPlain({ volume, pan, muted, soloed }: StemMix): boolean {
  return volume === 1 && pan === 0 && !muted && !soloed;
}

function writeStem({ name, volume, pan, muted, soloed }: StemMix): string {
  const flags = `${muted ? 'm' : ''}${soloed ? 's' : ''}`;
  return [name, String(round(volume, 2)), String(round(pan, 2)), flags].join(':');
}

/** The fragment of a practice link, without its `#`; nothing that is as usual stands in it. */
export function writePracticeLink(state: PlayerState, positionSeconds: number): string {
  const { loop, looping, speedPercent, semitones, stems } = state;
  const place =
    loop && looping
      ? `${String(round(loop.startSeconds, 3))},${String(round(loop.endSeconds, 3))}`
      : String(round(positionSeconds, 1));
  const parts = [`t=${place}`];
  if (speedPercent !== 100) parts.push(`speed=${String(speedPercent)}`);
  if (semitones !== 0) parts.push(`key=${String(semitones)}`);
  const changed = stems.filter((stem) => !isPlain(stem));
  if (changed.length > 0) parts.push(`mix=${changed.map(writeStem).join('~')}`);
  return parts.join('&');
}
