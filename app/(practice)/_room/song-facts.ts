// Tempo and key as honestly as they are known: certain, likely, or not claimed at all.
import type { SharedSong } from '../../../server/contract/share.ts';
import type { BeatGrid } from '../_player/click-track.ts';

type Analysis = NonNullable<SharedSong['analysis']>;

const notes = ['C', 'C♯', 'D', 'E♭', 'E', 'F', 'F♯', 'G', 'A♭', 'A', 'B♭', 'B'];
const steps: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

/** Semitones above C of "F♯", "Gb" and the like. */
function pitchOf(tonic: string): number | null {
  const [, letter = '', sign = ''] = /^([A-G])([#♯b♭]?)$/.exec(tonic) ?? [];
  const step = steps[letter];
  if (step === undefined) return null;
  return step + (sign === '' ? 0 : '#♯'.includes(sign) ? 1 : -1);
}

const sure = 0.75;
const likely = 0.45;
/** Clicking along a wrong grid is worse than no click. */
const gridNeeds = 0.6;

/** "A minor" moved by some semitones: "B minor". Unknown spellings come back as they are. */
export function transposedKey(key: string, semitones: number): string {
  const [tonic = '', ...rest] = key.split(' ');
  const at = pitchOf(tonic);
  if (at === null) return key;
  const moved = notes[(((at + semitones) % 12) + 12) % 12] ?? tonic;
  return [moved, ...rest].join(' ');
}

export function keyFact(analysis: Analysis | null, semitones: number): string {
  if (!analysis?.key || analysis.key_confidence < likely) return 'Key unclear';
  const key = transposedKey(analysis.key, semitones);
  return analysis.key_confidence >= sure ? key : `Probably ${key}`;
}

export function tempoFact(analysis: Analysis | null, speedPercent: number): string {
  if (!analysis?.tempo_bpm || analysis.tempo_confidence < likely) return 'Tempo unclear';
  const tempo = Math.round((analysis.tempo_bpm * speedPercent) / 100);
  return analysis.tempo_confidence >= sure ? `${String(tempo)} bpm` : `About ${String(tempo)} bpm`;
}

export function beatGrid(analysis: Analysis | null): BeatGrid | null {
  if (!analysis || analysis.tempo_confidence < gridNeeds || analysis.beats.length < 8) return null;
  return {
    beats: analysis.beats,
    firstDownbeat: analysis.first_downbeat,
    beatsPerBar: analysis.beats_per_bar,
  };
}
