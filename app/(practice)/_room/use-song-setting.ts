// Brings a song up as it should be: as a practice link says, else as it was left in this browser; and remembers changes.
'use client';
import { useEffect, useRef } from 'react';
import type { Player } from '../_player/player.ts';
import { readPracticeLink } from './read-practice-link.ts';
import { recall, rememberMix } from './song-memory.ts';
import type { RoomPlayer } from './use-player.ts';

const settleMilliseconds = 400;

function bringUp(player: Player, shareId: string): void {
  const { stems } = player.getState();
  const link = readPracticeLink(location.hash, stems);
  const setting = link ?? recall(shareId);
  if (!setting) return;
  player.dispatch({ type: 'set-mix', stems: setting.stems });
  player.dispatch({ type: 'set-speed', percent: setting.speedPercent });
  player.dispatch({ type: 'set-semitones', semitones: setting.semitones });
  if (link?.startSeconds) player.dispatch({ type: 'seek', seconds: link.startSeconds });
  if (link?.loop) player.dispatch({ type: 'set-loop', loop: link.loop });
}

export function useSongSetting({ player, state }: RoomPlayer, shareId: string): void {
  const { stems, speedPercent, semitones } = state;
  const isUp = useRef(false);
  useEffect(() => {
    if (!player) return;
    bringUp(player, shareId);
    isUp.current = true;
    const again = () => bringUp(player, shareId);
    addEventListener('hashchange', again);
    return () => {
      isUp.current = false;
      removeEventListener('hashchange', again);
    };
  }, [player, shareId]);

  useEffect(() => {
    if (!player || !isUp.current) return;
    const remember = () => rememberMix(shareId, player.getState());
    const timer = setTimeout(remember, settleMilliseconds);
    // Whoever leaves at once has meant the last change too.
    addEventListener('pagehide', remember);
    return () => {
      clearTimeout(timer);
      removeEventListener('pagehide', remember);
    };
  }, [player, shareId, stems, speedPercent, semitones]);
}
