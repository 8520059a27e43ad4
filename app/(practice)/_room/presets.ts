// One-touch mixes for roles: who sings mutes the vocals, who plays bass wants only the rhythm.
import type { StemMix } from '../_player/player-state.ts';

export interface Preset {
  label: string;
  /** Stems that stay audible. */
  audible: readonly string[];
}

const rhythm = ['drums', 'bass'];

export function presetsFor(stems: readonly string[]): Preset[] {
  const without = stems
    .filter((stem) => stem !== 'other' && stem !== 'instrumental')
    .map((stem) => ({ label: `Without ${stem}`, audible: stems.filter((one) => one !== stem) }));
  const presets: Preset[] = [{ label: 'Everything', audible: stems }, ...without];
  if (stems.includes('vocals')) presets.push({ label: 'Only vocals', audible: ['vocals'] });
  if (rhythm.every((stem) => stems.includes(stem)) && stems.length > 2) {
    presets.push({ label: 'Only drums and bass', audible: rhythm });
  }
  const others = stems.filter((stem) => stem !== 'vocals' && !rhythm.includes(stem));
  if (stems.includes('vocals') && others.length > 1) {
    presets.push({ label: 'Only vocals and harmony', audible: ['vocals', ...others] });
  }
  return presets;
}

/** The mix of a preset: mutes what it leaves out, keeps volumes and places. */
export function presetMix(preset: Preset, stems: readonly StemMix[]): StemMix[] {
  return stems.map((stem) => ({ ...stem, muted: !preset.audible.includes(stem.name), soloed: false }));
}

export function plainMix(stems: readonly StemMix[]): StemMix[] {
  return stems.map(({ name }) => ({ name, volume: 1, pan: 0, muted: false, soloed: false }));
}
