// Asks the server for a shared song: the song, 'gone' for a dead link, null when it could not be asked.
import type { SharedSong } from '../../../server/contract/share.ts';

export async function fetchSong(shareId: string, signal: AbortSignal): Promise<SharedSong | 'gone' | null> {
  try {
    const answer = await fetch(`/share/${shareId}.json`, { signal, cache: 'no-store' });
    if (answer.status === 404 || answer.status === 410) return 'gone';
    return answer.ok ? ((await answer.json()) as SharedSong) : null;
  } catch {
    return null;
  }
}
