// Media keys, headset buttons and the lock screen: what plays, where it is, and what they can do.
'use client';
import { useEffect } from 'react';
import type { RoomPlayer } from './use-player.ts';

export interface SessionCommands {
  title: string;
  onNext?: (() => void) | null | undefined;
  onPrevious?: (() => void) | null | undefined;
}

function positionOf({ state, positionSeconds }: RoomPlayer): MediaPositionState {
  const duration = Math.max(0.1, state.durationSeconds);
  return {
    duration,
    position: Math.min(duration, Math.max(0, positionSeconds())),
    playbackRate: state.speedPercent / 100,
  };
}

export function useMediaSession(room: RoomPlayer, { title, onNext, onPrevious }: SessionCommands): void {
  const { state, dispatch } = room;
  const { wantsPlay, speedPercent, seek } = state;

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    navigator.mediaSession.metadata = new MediaMetadata({ title, artist: 'Partbook' });
    return () => {
      navigator.mediaSession.metadata = null;
    };
  }, [title]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const session = navigator.mediaSession;
    session.playbackState = wantsPlay ? 'playing' : 'paused';
    session.setPositionState(positionOf(room));
    // oxlint-disable-next-line react/exhaustive-deps -- the browser counts on by itself; only these changes must be told
  }, [wantsPlay, speedPercent, seek]);

  useEffect(() => {
    if (!('mediaSession' in navigator)) return;
    const skip = (by: number) => dispatch({ type: 'seek', seconds: room.positionSeconds() + by });
    const handlers: [MediaSessionAction, MediaSessionActionHandler | null][] = [
      ['play', () => dispatch({ type: 'play' })],
      ['pause', () => dispatch({ type: 'pause' })],
      ['seekbackward', ({ seekOffset }) => skip(-(seekOffset ?? 5))],
      ['seekforward', ({ seekOffset }) => skip(seekOffset ?? 5)],
      ['seekto', ({ seekTime }) => dispatch({ type: 'seek', seconds: seekTime ?? 0 })],
      ['nexttrack', onNext ?? null],
      ['previoustrack', onPrevious ?? null],
    ];
    for (const [action, handler] of handlers) navigator.mediaSession.setActionHandler(action, handler);
    return () => {
      for (const [action] of handlers) navigator.mediaSession.setActionHandler(action, null);
    };
  }, [room, dispatch, onNext, onPrevious]);
}
