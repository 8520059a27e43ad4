// A little band, so that the room has something to show and to play: phrases, beats and notes from arithmetic alone.
import type { StereoBlock } from '../../../../workers/dsp/stereo-block.ts';
import { encodeStem, type TestSong } from './test-songs.ts';

const sampleRate = 44100;
const beatSeconds = 0.5;
const scale = [220, 261.63, 293.66, 329.63, 392, 440, 523.25];

type Voice = (seconds: number) => number;

const noise = (seconds: number): number => {
  const wild = Math.sin(seconds * 12_989.8) * 43_758.545;
  return 2 * (wild - Math.floor(wild)) - 1;
};
const note = (beat: number): number => scale[(beat * 5 + Math.floor(beat / 4) * 3) % scale.length] ?? 220;
const tone = (hertz: number, seconds: number): number =>
  Math.sin(2 * Math.PI * hertz * seconds) + 0.4 * Math.sin(4 * Math.PI * hertz * seconds);
const decay = (seconds: number, every: number, speed: number): number => Math.exp(-(seconds % every) * speed);

const voices: Readonly<Record<string, Voice>> = {
  vocals: (s) =>
    s % 8 > 1.2 && s % 8 < 6.6
      ? 0.2 * Math.sin(Math.PI * ((s % 1.6) / 1.6)) * tone(note(Math.floor(s / 0.8)) * 2, s)
      : 0,
  drums: (s) =>
    0.5 * decay(s, beatSeconds, 18) * Math.sin(2 * Math.PI * 60 * (s % beatSeconds)) +
    0.2 * noise(s) * decay(s + 0.5, 1, 24) +
    0.07 * noise(s) * decay(s, 0.25, 50),
  bass: (s) => 0.3 * decay(s, 1, 1.5) * tone(note(Math.floor(s)) / 4, s),
  guitar: (s) =>
    s > 8
      ? 0.16 *
        decay(s, beatSeconds, 5) *
        (tone(note(Math.floor(s / 2)), s) + tone(note(Math.floor(s / 2)) * 1.5, s))
      : 0,
  piano: () => 0,
  other: (s) => 0.05 * (0.6 + 0.4 * Math.sin(s / 3)) * (tone(110, s) + tone(165, s)),
};

function render(voice: Voice, sampleCount: number): StereoBlock {
  const left = Float32Array.from({ length: sampleCount }, (_, frame) => voice(frame / sampleRate));
  return { left, right: left };
}

export async function makeBand(seconds: number): Promise<TestSong> {
  const sampleCount = Math.round(seconds * sampleRate);
  const stems: TestSong['stems'] = [];
  for (const [name, voice] of Object.entries(voices)) {
    stems.push(await encodeStem(name, render(voice, sampleCount)));
  }
  return { sampleCount, stems };
}

/** What the server tells a room about such a song. */
export function sharedBand(song: TestSong, changes: Record<string, unknown> = {}) {
  const duration = song.sampleCount / sampleRate;
  return {
    id: 'split_band',
    share_id: 'band',
    name: 'Evening on the Third Platform',
    model: 'full',
    status: 'done',
    progress: 100,
    eta_seconds: null,
    reason: null,
    message: null,
    duration_seconds: duration,
    sample_count: song.sampleCount,
    stems: song.stems.map(({ name }, stem) => ({
      name,
      mp3_url: `/song/band/${String(stem)}.mp3`,
      preview_url: `/song/band/${String(stem)}.ogg`,
      peaks_url: `/song/band/${String(stem)}.peaks`,
      wav_url: null,
      silent: name === 'piano',
      peak_dbfs: -3,
    })),
    zip_url: null,
    analysis: {
      tempo_bpm: 60 / beatSeconds,
      tempo_confidence: 0.92,
      beats: Array.from({ length: Math.floor(duration / beatSeconds) }, (_, beat) => beat * beatSeconds),
      first_downbeat: 0,
      beats_per_bar: 4,
      key: 'A minor',
      key_confidence: 0.6,
    },
    ...changes,
  };
}
