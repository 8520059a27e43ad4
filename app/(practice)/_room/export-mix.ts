// From the room's state to a file: the WAV through the player's own strips, the MP3 through `POST /share/{share_id}/mix`.
import type { SharedSong } from '../../../server/contract/share.ts';
import { exportMix } from '../_player/mix-export.ts';
import { audibleGains, type PlayerState } from '../_player/player-state.ts';
import type { Scope } from '../_player/scope.ts';
import { toFrames } from '../_player/song-frames.ts';
import { playerSong } from './player-song.ts';

export interface ExportWish {
  song: SharedSong;
  state: PlayerState;
  loopOnly: boolean;
}

const stretchWorkerUrl = '/stretch-worker.mjs';

function settingsOf({ stems }: PlayerState) {
  const gains = audibleGains(stems);
  return stems.map(({ name, pan }, index) => ({ name, gain: gains[index] ?? 0, pan }));
}

export function exportWav(
  scope: Scope,
  wish: ExportWish,
  onProgress: (share: number) => void,
): Promise<Blob> {
  const { song, state, loopOnly } = wish;
  const { sampleCount, stems } = playerSong(song);
  const heard = settingsOf(state)
    .map((strip, index) => ({ strip, stem: stems[index] }))
    .flatMap(({ strip, stem }) => (stem && strip.gain > 0 ? [{ strip, stem }] : []));
  if (heard.length === 0) throw new Error('Every part is silent. Turn at least one up, then export again.');
  const loop = loopOnly ? state.loop : null;
  const range = loop
    ? { start: toFrames(loop.startSeconds), end: toFrames(loop.endSeconds) }
    : { start: 0, end: sampleCount };
  return exportMix(scope, {
    stems: heard.map(({ stem }) => stem),
    strips: heard.map(({ strip }) => strip),
    sampleCount,
    range,
    tempo: { twentieths: state.speedPercent / 5, semitones: state.semitones },
    stretchWorkerUrl,
    onProgress,
  });
}

/** Asks the server for the same mix as MP3; its route is share/mix. */
export async function requestMp3(scope: Scope, { song, state, loopOnly }: ExportWish): Promise<Blob> {
  const loop = loopOnly ? state.loop : null;
  const body = {
    format: 'mp3',
    stems: settingsOf(state),
    start_seconds: loop?.startSeconds ?? 0,
    end_seconds: loop?.endSeconds ?? state.durationSeconds,
    speed_percent: state.speedPercent,
    semitones: state.semitones,
  };
  const answer = await fetch(`/share/${song.share_id}/mix`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    signal: scope.signal,
  });
  if (answer.ok) return answer.blob();
  const told = (await answer.json().catch(() => null)) as { message?: string } | null;
  throw new Error(told?.message ?? 'The server could not make the MP3. Export a WAV instead.');
}

export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(file);
  link.href = url;
  link.download = name.replace(/[\\/:*?"<>|]+/g, ' ').trim() || 'mix';
  link.click();
  // The download has begun by then; the address only keeps memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
