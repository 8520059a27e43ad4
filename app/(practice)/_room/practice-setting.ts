// What a musician sets up for a song: mix, loop, speed, key. It is remembered in this browser per song, and it travels in a
// practice link as `#t=75.2,88.1&speed=85&key=-2&mix=vocals:0.5:-0.3:m`.
import type { LoopRegion, PlayerState, StemMix } from '../_player/player-state.ts';

export interface PracticeSetting {
  stems: readonly StemMix[];
  loop: LoopRegion | null;
  /** Where to begin when there is no loop. */
  startSeconds: number | null;
  speedPercent: number;
  semitones: number;
}

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
