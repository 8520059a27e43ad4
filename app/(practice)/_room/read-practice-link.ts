// Reads what a practice link asks for: mix, loop, speed, key and where to begin.
import type { LoopRegion, StemMix } from '../_player/player-state.ts';

export interface PracticeSetting {
  stems: readonly StemMix[];
  loop: LoopRegion | null;
  /** Where to begin when there is no loop. */
  startSeconds: number | null;
  speedPercent: number;
  semitones: number;
}

function readStem(text: string): StemMix | null {
  const [name, volume, pan, flags = ''] = text.split(':');
  if (!name || !/^[a-z]+$/.test(name)) return null;
  const numbers = [Number(volume), Number(pan)];
  if (numbers.some((number) => !Number.isFinite(number))) return null;
  const [volumeNumber = 1, panNumber = 0] = numbers;
  return {
    name,
    volume: volumeNumber,
    pan: panNumber,
    muted: flags.includes('m'),
    soloed: flags.includes('s'),
  };
}

/** What a link asks for; null when the fragment is not a practice link. Values are clamped by the player. */
export function readPracticeLink(fragment: string, stems: readonly StemMix[]): PracticeSetting | null {
  const fields = new URLSearchParams(fragment.replace(/^#/, ''));
  const place = fields.get('t');
  if (place === null) return null;
  const [start = Number.NaN, end = Number.NaN] = place.split(',').map(Number);
  const asked = (fields.get('mix') ?? '').split('~').map(readStem);
  const speed = Number(fields.get('speed') ?? 100);
  const key = Number(fields.get('key') ?? 0);
  return {
    stems: stems.map((stem) => {
      const plain = { name: stem.name, volume: 1, pan: 0, muted: false, soloed: false };
      return asked.find((one) => one?.name === stem.name) ?? plain;
    }),
    loop: start < end ? { startSeconds: start, endSeconds: end } : null,
    startSeconds: Number.isFinite(start) ? start : null,
    speedPercent: Number.isFinite(speed) ? speed : 100,
    semitones: Number.isFinite(key) ? key : 0,
  };
}
