// The bridge between React and the player: a player for as long as a song is shown, and its state as a snapshot.
'use client';
import { createContext, useContext, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { AudioOutput } from '../_player/audio-output.ts';
import { Player, type PlayerSong } from '../_player/player.ts';
import { initialState, type PlayerAction, type PlayerState } from '../_player/player-state.ts';
import { Scope } from '../_player/scope.ts';
import { beatGrid } from './song-facts.ts';

export const stretchUrl = '/stretch-processor.mjs';

/** The stems worth hearing: silent ones are folded away and cost neither network nor memory. */
export function playerSong(song: SharedSong): PlayerSong {
  return {
    sampleCount: song.sample_count ?? 1,
    stems: song.stems.filter(({ silent }) => !silent).map(({ name, mp3_url }) => ({ name, url: mp3_url })),
    grid: beatGrid(song.analysis),
  };
}

export interface RoomPlayer {
  /** Null on the server and until the browser has taken over. */
  player: Player | null;
  state: PlayerState;
  dispatch: (action: PlayerAction) => void;
  positionSeconds: () => number;
}

export function useSongPlayer(song: SharedSong): Player | null {
  const [player, setPlayer] = useState<Player | null>(null);
  const { share_id: shareId } = song;
  // The stems' addresses may be renewed with every answer of the server; the player keeps those it began with.
  // oxlint-disable-next-line react/exhaustive-deps -- see above: one player per share id
  const plan = useMemo(() => playerSong(song), [shareId]);
  useEffect(() => {
    const scope = new Scope();
    const output = new AudioOutput(scope, { stretchUrl });
    setPlayer(new Player(scope, plan, output));
    return () => {
      setPlayer(null);
      scope.end();
    };
  }, [plan]);
  return player;
}

const nothing = () => undefined;
const noSubscription = () => nothing;

/** State and actions of a player, or of the still one that stands in for it on the server. */
export function useRoomPlayer(player: Player | null, song: SharedSong): RoomPlayer {
  const still = useMemo(() => {
    const { stems, sampleCount } = playerSong(song);
    return initialState(
      stems.map(({ name }) => name),
      sampleCount / 44100,
    );
  }, [song]);
  const snapshot = player ? player.getState : () => still;
  const state = useSyncExternalStore(player?.subscribe ?? noSubscription, snapshot, () => still);
  return useMemo(
    () => ({
      player,
      state,
      dispatch: player?.dispatch ?? nothing,
      positionSeconds: () => player?.positionSeconds() ?? 0,
    }),
    [player, state],
  );
}

const RoomContext = createContext<RoomPlayer | null>(null);
export const RoomProvider = RoomContext.Provider;

export function useRoom(): RoomPlayer {
  const room = useContext(RoomContext);
  if (!room) throw new Error('useRoom outside a practice room');
  return room;
}
