// What the player needs of a shared song.
import type { SharedSong } from '../../../server/contract/share.ts';
import type { PlayerSong } from '../_player/player.ts';
import { beatGrid } from './song-facts.ts';

/** The stems worth hearing: silent ones are folded away and cost neither network nor memory. */
export function playerSong(song: SharedSong): PlayerSong {
  return {
    sampleCount: song.sample_count ?? 1,
    stems: song.stems.filter(({ silent }) => !silent).map(({ name, mp3_url }) => ({ name, url: mp3_url })),
    grid: beatGrid(song.analysis),
  };
}
