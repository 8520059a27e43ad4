// The sound engine of the room; loaded after the room itself.
import type { SharedSetlist } from '../../../server/contract/share.ts';
import { AudioOutput } from '../_player/audio-output.ts';
import { Player, type PlayerSong } from '../_player/player.ts';
import type { Scope } from '../_player/scope.ts';
import { SetlistPlayers, type OpenSong } from './setlist-players.ts';

const stretchUrl = '/stretch-processor.mjs';

function preparedOutput(scope: Scope): AudioOutput {
  const output = new AudioOutput(scope, { stretchUrl });
  output.prepare();
  return output;
}

export function openPlayer(scope: Scope, song: PlayerSong): Player {
  return new Player(scope, song, preparedOutput(scope));
}

export function openSetlist(
  scope: Scope,
  setlist: SharedSetlist,
  onChange: (open: OpenSong | null) => void,
): SetlistPlayers {
  return new SetlistPlayers(scope, { setlist, output: preparedOutput(scope), onChange });
}
