// The sound engine of one song's room; loaded after the room itself.
import { AudioOutput } from '../_player/audio-output.ts';
import { Player, type PlayerSong } from '../_player/player.ts';
import type { Scope } from '../_player/scope.ts';

export const stretchUrl = '/stretch-processor.mjs';

export function openPlayer(scope: Scope, song: PlayerSong): Player {
  return new Player(scope, song, new AudioOutput(scope, { stretchUrl }));
}
