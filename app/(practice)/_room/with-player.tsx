// What is done once there is a player: the song comes up as a link says or as it was left, and the machine around the page
// is told what plays. Comes with the engine, not with the page.
'use client';
import { useMediaSession, type SessionCommands } from './use-media-session.ts';
import { useRoom } from './use-player.ts';
import { useSongSetting } from './use-song-setting.ts';
import { useWakeLock } from './use-wake-lock.ts';

export function WithPlayer({ shareId, ...commands }: SessionCommands & { shareId: string }) {
  const room = useRoom();
  useSongSetting(room, shareId);
  useMediaSession(room, commands);
  useWakeLock(room.state.wantsPlay);
  return null;
}
