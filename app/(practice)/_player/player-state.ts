// What the player is and what can be asked of it: plain data, so that the room can show it and tests can compare it.
export interface StemMix {
  name: string;
  /** 0 to 1.5; 1 leaves the stem as it is. */
  volume: number;
  /** -1 left to 1 right. */
  pan: number;
  muted: boolean;
  soloed: boolean;
}

export interface LoopRegion {
  startSeconds: number;
  endSeconds: number;
}

type Phase = 'paused' | 'buffering' | 'playing' | 'ended' | 'failed';

export interface PlayerState {
  phase: Phase;
  /** The musician wants sound; the phase says whether there is any. */
  wantsPlay: boolean;
  /** The network fails and reading goes on trying. */
  networkLost: boolean;
  error: string | null;
  durationSeconds: number;
  stems: readonly StemMix[];
  loop: LoopRegion | null;
  looping: boolean;
  /** 50 to 150 in steps of 5; 100 is the song's own speed. */
  speedPercent: number;
  /** -12 to 12. */
  semitones: number;
  click: boolean;
  countIn: boolean;
  /** The last place asked for; `serial` tells two equal requests apart. */
  seek: { seconds: number; serial: number };
}

/** Mixer, loop, tempo and click. */
export type SettingAction =
  | { type: 'set-volume'; stem: string; volume: number }
  | { type: 'set-pan'; stem: string; pan: number }
  | { type: 'toggle-mute'; stem: string }
  /** Alone solos only this stem (again: nobody); additive adds or takes it away. */
  | { type: 'toggle-solo'; stem: string; additive: boolean }
  | { type: 'set-mix'; stems: readonly StemMix[] }
  | { type: 'set-loop'; loop: LoopRegion | null }
  | { type: 'set-looping'; looping: boolean }
  | { type: 'set-speed'; percent: number }
  | { type: 'set-semitones'; semitones: number }
  | { type: 'set-click'; on: boolean }
  | { type: 'set-count-in'; on: boolean };

export type PlayerAction =
  | SettingAction
  | { type: 'play' }
  | { type: 'pause' }
  | { type: 'toggle' }
  | { type: 'seek'; seconds: number }
  /** What the engine reports about itself. */
  | { type: 'phase'; phase: 'playing' | 'buffering' | 'paused' }
  | { type: 'ended' }
  | { type: 'failed'; message: string }
  | { type: 'network'; lost: boolean };

export const loudestVolume = 1.5;
export const shortestLoopSeconds = 0.1;

export function initialState(stemNames: readonly string[], durationSeconds: number): PlayerState {
  return {
    phase: 'paused',
    wantsPlay: false,
    networkLost: false,
    error: null,
    durationSeconds,
    stems: stemNames.map((name) => ({ name, volume: 1, pan: 0, muted: false, soloed: false })),
    loop: null,
    looping: false,
    speedPercent: 100,
    semitones: 0,
    click: false,
    countIn: false,
    seek: { seconds: 0, serial: 0 },
  };
}

/** What each stem sounds like now: solo silences the others, mute silences itself, even when soloed. */
export function audibleGains(stems: readonly StemMix[]): number[] {
  const anySolo = stems.some(({ soloed }) => soloed);
  return stems.map(({ volume, muted, soloed }) => (muted || (anySolo && !soloed) ? 0 : volume));
}
