// The next state from the last one and an action: pure; every value is clamped here and nowhere else.
import {
  loudestVolume,
  shortestLoopSeconds,
  type LoopRegion,
  type PlayerAction,
  type PlayerState,
  type SettingAction,
  type StemMix,
} from './player-state.ts';

function clamp(value: number, least: number, most: number): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, value)) : least;
}

function withStem(state: PlayerState, name: string, change: (stem: StemMix) => StemMix): PlayerState {
  return { ...state, stems: state.stems.map((stem) => (stem.name === name ? change(stem) : stem)) };
}

function withSolo(state: PlayerState, name: string, additive: boolean): PlayerState {
  const others = state.stems.some((stem) => stem.soloed && stem.name !== name);
  const stems = state.stems.map((stem) => {
    if (stem.name === name) return { ...stem, soloed: additive || !others ? !stem.soloed : true };
    return additive ? stem : { ...stem, soloed: false };
  });
  return { ...state, stems };
}

function cleanLoop(loop: LoopRegion, durationSeconds: number): LoopRegion | null {
  const low = clamp(Math.min(loop.startSeconds, loop.endSeconds), 0, durationSeconds);
  const high = clamp(Math.max(loop.startSeconds, loop.endSeconds), 0, durationSeconds);
  return high - low < shortestLoopSeconds ? null : { startSeconds: low, endSeconds: high };
}

function withMix(state: PlayerState, mix: readonly StemMix[]): PlayerState {
  const stems = state.stems.map((stem) => {
    const wish = mix.find(({ name }) => name === stem.name);
    if (!wish) return stem;
    const volume = clamp(wish.volume, 0, loudestVolume);
    return { ...stem, volume, pan: clamp(wish.pan, -1, 1), muted: wish.muted, soloed: wish.soloed };
  });
  return { ...state, stems };
}

function withPlay(state: PlayerState, wantsPlay: boolean): PlayerState {
  if (!wantsPlay) return { ...state, wantsPlay, phase: state.phase === 'failed' ? 'failed' : 'paused' };
  const again = state.phase === 'ended';
  const from = again ? (state.looping && state.loop ? state.loop.startSeconds : 0) : null;
  const seek = from === null ? state.seek : { seconds: from, serial: state.seek.serial + 1 };
  return { ...state, wantsPlay, phase: 'buffering', error: null, seek };
}

function withSeek(state: PlayerState, seconds: number): PlayerState {
  const seek = { seconds: clamp(seconds, 0, state.durationSeconds), serial: state.seek.serial + 1 };
  return { ...state, seek, phase: state.phase === 'ended' ? 'paused' : state.phase };
}

/** Mixer, loop and tempo. */
function reduceSetting(state: PlayerState, action: SettingAction): PlayerState {
  switch (action.type) {
    case 'set-volume':
      return withStem(state, action.stem, (stem) => ({
        ...stem,
        volume: clamp(action.volume, 0, loudestVolume),
      }));
    case 'set-pan':
      return withStem(state, action.stem, (stem) => ({ ...stem, pan: clamp(action.pan, -1, 1) }));
    case 'toggle-mute':
      return withStem(state, action.stem, (stem) => ({ ...stem, muted: !stem.muted }));
    case 'toggle-solo':
      return withSolo(state, action.stem, action.additive);
    case 'set-mix':
      return withMix(state, action.stems);
    case 'set-loop': {
      const loop = action.loop && cleanLoop(action.loop, state.durationSeconds);
      return { ...state, loop, looping: loop !== null };
    }
    case 'set-looping':
      return { ...state, looping: action.looping && state.loop !== null };
    case 'set-speed':
      return { ...state, speedPercent: clamp(Math.round(action.percent / 5) * 5, 50, 150) };
    case 'set-semitones':
      return { ...state, semitones: clamp(Math.round(action.semitones), -12, 12) };
    case 'set-click':
      return { ...state, click: action.on };
    case 'set-count-in':
      return { ...state, countIn: action.on };
  }
}

export function reducePlayer(state: PlayerState, action: PlayerAction): PlayerState {
  switch (action.type) {
    case 'play':
      return state.wantsPlay ? state : withPlay(state, true);
    case 'pause':
      return state.wantsPlay ? withPlay(state, false) : state;
    case 'toggle':
      return withPlay(state, !state.wantsPlay);
    case 'seek':
      return withSeek(state, action.seconds);
    case 'phase':
      if (state.phase === action.phase) return state;
      return { ...state, phase: action.phase, wantsPlay: action.phase !== 'paused' };
    case 'ended':
      return { ...state, phase: 'ended', wantsPlay: false };
    case 'failed':
      return { ...state, phase: 'failed', wantsPlay: false, error: action.message };
    case 'network':
      return state.networkLost === action.lost ? state : { ...state, networkLost: action.lost };
    case 'set-volume':
    case 'set-pan':
    case 'toggle-mute':
    case 'toggle-solo':
    case 'set-mix':
    case 'set-loop':
    case 'set-looping':
    case 'set-speed':
    case 'set-semitones':
    case 'set-click':
    case 'set-count-in':
      return reduceSetting(state, action);
  }
}
