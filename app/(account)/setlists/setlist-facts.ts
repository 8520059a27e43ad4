// What a setlist amounts to, in words: how many songs, how long together.
import { formatTime } from '../../_ui/format-time.ts';

export const setlistFacts = (songs: readonly { duration_seconds: number | null }[]): string => {
  if (songs.length === 0) return 'No songs yet';
  const count = songs.length === 1 ? '1 song' : `${String(songs.length)} songs`;
  const known = songs.flatMap(({ duration_seconds: seconds }) => (seconds === null ? [] : [seconds]));
  if (known.length < songs.length) return count;
  return `${count} · ${formatTime(known.reduce((sum, seconds) => sum + seconds, 0))}`;
};
