// Speed and key of a mix as an FFmpeg filter, with the exact length it must have.
import { songSampleRate } from '../audio/decode-song.ts';
import type { MixRequest } from '../contract/mix.ts';

/** Frames of the mix: what is played faster is over sooner. */
const mixFrames = ({ frame_count: frames, speed_percent: speed }: MixRequest): number =>
  Math.max(1, Math.round((frames * 100) / speed));

/** Null at the song's own speed and key. The rate change moves the pitch; atempo gives the speed that is left. */
export const tempoFilter = (request: MixRequest): string | null => {
  const { speed_percent: speed, semitones } = request;
  if (speed === 100 && semitones === 0) return null;
  const pitch = 2 ** (semitones / 12);
  const tempo = speed / 100 / pitch;
  // atempo is smooth between a half and twice; two of them reach a quarter and four times.
  const each = Math.sqrt(tempo).toFixed(8);
  return [
    `asetrate=${Math.round(songSampleRate * pitch)}`,
    `aresample=${songSampleRate}:filter_size=64:cutoff=0.98`,
    `atempo=${each}`,
    `atempo=${each}`,
    'apad',
    `atrim=end_sample=${mixFrames(request)}`,
  ].join(',');
};
