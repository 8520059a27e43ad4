// Follows a song that is still being split: server-sent events, or polling where they do not come through.
import type { ProgressEvent, SharedSong } from '../../../server/contract/share.ts';
import type { Scope } from '../_player/scope.ts';
import { fetchSong } from './fetch-song.ts';

const pollMilliseconds = 4_000;
/** Events that stay away this long mean that something on the way holds them back. */
const silenceMilliseconds = 20_000;

export interface LiveSongEvents {
  onProgress: (progress: ProgressEvent) => void;
  /** The song with its stems, done or failed. */
  onSettled: (song: SharedSong) => void;
  onGone: () => void;
}

export function followSong(scope: Scope, shareId: string, events: LiveSongEvents): void {
  let stopPolling: (() => void) | null = null;
  let cancelWatch: (() => void) | null = null;
  const following = scope.child();
  const source = new EventSource(`/share/${shareId}/events`);
  following.defer(() => source.close());

  const look = async () => {
    const song = await fetchSong(shareId, following.signal);
    if (following.ended || song === null) return;
    if (song === 'gone') {
      following.end();
      events.onGone();
      return;
    }
    events.onProgress(song);
    if (song.status !== 'done' && song.status !== 'failed') return;
    following.end();
    events.onSettled(song);
  };
  const poll = () => {
    stopPolling ??= following.every(pollMilliseconds, () => void look());
  };
  const watch = () => {
    cancelWatch?.();
    cancelWatch = following.after(silenceMilliseconds, poll);
  };

  following.listen(source, 'message', (event) => {
    watch();
    const progress = JSON.parse((event as MessageEvent<string>).data) as ProgressEvent;
    events.onProgress(progress);
    if (progress.status === 'done' || progress.status === 'failed') void look();
  });
  following.listen(source, 'error', poll);
  // A phone that slept missed everything: look at once when it is back.
  following.listen(document, 'visibilitychange', () => {
    if (document.visibilityState === 'visible') void look();
  });
  watch();
}
