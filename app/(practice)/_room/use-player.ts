// The bridge between React and the player: a player for as long as a song is shown, and its state as a snapshot.
'use client';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import type { Player } from '../_player/player.ts';
import { initialState, type PlayerAction, type PlayerState } from '../_player/player-state.ts';
import { Scope } from '../_player/scope.ts';
import { playerSong } from './player-song.ts';

export interface RoomPlayer {
  /** Null on the server and until the browser has taken over. */
  player: Player | null;
  state: PlayerState;
  dispatch: (action: PlayerAction) => void;
  positionSeconds: () => number;
}

export function useSongPlayer(song: SharedSong): Player | null {
  const [player, setPlayer] = useState<Player | null>(null);
  const [fault, setFault] = useState<Error | null>(null);
  const { share_id: shareId } = song;
  // The stems' addresses may be renewed with every answer of the server; the player keeps those it began with.
  // oxlint-disable-next-line react/exhaustive-deps -- see above: one player per share id
  const plan = useMemo(() => playerSong(song), [shareId]);
  useEffect(() => {
    const scope = new Scope();
    // The engine comes right after the page: it is not needed to show the song.
    void import('./song-engine.ts').then(({ openPlayer }) => {
      if (!scope.ended) setPlayer(openPlayer(scope, plan));
    }, setFault);
    return () => {
      setPlayer(null);
      scope.end();
    };
  }, [plan]);
  if (fault) throw fault;
  return player;
}

const nothing = () => undefined;
const noSubscription = () => nothing;

/** What was pressed before the player was there is done when it comes. */
function useEarlyActions(player: Player | null): (action: PlayerAction) => void {
  const early = useRef<PlayerAction[]>([]);
  useEffect(() => {
    if (player) for (const action of early.current.splice(0)) player.dispatch(action);
  }, [player]);
  return useCallback((action) => void early.current.push(action), []);
}

/** State and actions of a player, or of the still one that stands in for it on the server. */
export function useRoomPlayer(player: Player | null, song: SharedSong): RoomPlayer {
  const still = useMemo(() => {
    const { stems, sampleCount } = playerSong(song);
    return initialState(
      stems.map(({ name }) => name),
      sampleCount / 44100,
    );
  }, [song]);
  const keepForLater = useEarlyActions(player);
  const snapshot = player ? player.getState : () => still;
  const state = useSyncExternalStore(player?.subscribe ?? noSubscription, snapshot, () => still);
  return useMemo(
    () => ({
      player,
      state,
      dispatch: player?.dispatch ?? keepForLater,
      positionSeconds: () => player?.positionSeconds() ?? 0,
    }),
    [player, state, keepForLater],
  );
}

const RoomContext = createContext<RoomPlayer | null>(null);
export const RoomProvider = RoomContext.Provider;

export function useRoom(): RoomPlayer {
  const room = useContext(RoomContext);
  if (!room) throw new Error('useRoom outside a practice room');
  return room;
}
