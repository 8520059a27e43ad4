// What this browser remembers of a song: the last mix, speed and key, and the loops that were given a name.
import type { LoopRegion, PlayerState, StemMix } from '../_player/player-state.ts';

export interface SavedLoop extends LoopRegion {
  name: string;
}

interface SongMemory {
  stems: StemMix[];
  speedPercent: number;
  semitones: number;
  loops: SavedLoop[];
}

const mostLoops = 30;

function keyOf(shareId: string): string {
  return `partbook.song.${shareId}`;
}

/** Storage may be refused, full, or hold what another version wrote: then nothing is remembered. */
export function recall(shareId: string): SongMemory | null {
  try {
    const text = localStorage.getItem(keyOf(shareId));
    const found = text ? (JSON.parse(text) as Partial<SongMemory>) : null;
    if (!found || !Array.isArray(found.stems) || !Array.isArray(found.loops)) return null;
    const loops = found.loops.filter(
      (loop) => loop.endSeconds > loop.startSeconds && typeof loop.name === 'string',
    );
    return {
      stems: found.stems,
      speedPercent: Number(found.speedPercent),
      semitones: Number(found.semitones),
      loops,
    };
  } catch {
    return null;
  }
}

function store(shareId: string, memory: SongMemory): void {
  try {
    localStorage.setItem(keyOf(shareId), JSON.stringify(memory));
  } catch {
    // A private window: the mix lasts as long as the page.
  }
}

export function rememberMix(shareId: string, { stems, speedPercent, semitones }: PlayerState): void {
  const loops = recall(shareId)?.loops ?? [];
  store(shareId, { stems: [...stems], speedPercent, semitones, loops });
}

export function rememberLoops(shareId: string, state: PlayerState, loops: readonly SavedLoop[]): void {
  const { stems, speedPercent, semitones } = state;
  store(shareId, { stems: [...stems], speedPercent, semitones, loops: loops.slice(-mostLoops) });
}
