// The practice room of one song: title, parts under one time line, and the bar that plays them.
'use client';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { Button } from '../../_ui/button.tsx';
import { Notice } from '../../_ui/notice.tsx';
import type { Player } from '../_player/player.ts';
import { audibleGains } from '../_player/player-state.ts';
import { onFrame } from './frame-loop.ts';
import { MixToolbar } from './mix-toolbar.tsx';
import styles from './practice-room.module.css';
import { RoomHead } from './room-head.tsx';
import { SongRuler } from './song-ruler.tsx';
import { StemRow } from './stem-row.tsx';
import { stemTitle } from './stem-words.ts';
import { TransportBar } from './transport-bar.tsx';
import { RoomProvider, useRoomPlayer, type RoomPlayer } from './use-player.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { following, movedTo, wholeView, zoomed, type WaveView } from './wave-view.ts';

const ShortcutSheet = lazy(() =>
  import('./shortcut-sheet.tsx').then((module) => ({ default: module.ShortcutSheet })),
);
const SongOverview = lazy(() =>
  import('./song-overview.tsx').then((module) => ({ default: module.SongOverview })),
);
const loadWithPlayer = () => import('./with-player.tsx').then((module) => ({ default: module.WithPlayer }));
const WithPlayer = lazy(loadWithPlayer);

interface PracticeRoomProps {
  song: SharedSong;
  player: Player | null;
  /** Stands inside another page: no links, downloads and exports of its own. */
  isDemo?: boolean;
  onNext?: (() => void) | null | undefined;
  onPrevious?: (() => void) | null | undefined;
}

function useWaveView({ state, positionSeconds }: RoomPlayer) {
  const { durationSeconds } = state;
  const [view, setView] = useState<WaveView>(() => wholeView(durationSeconds));
  const held = useRef(0);
  useEffect(
    () =>
      onFrame(() => {
        // A hand on the overview holds the page for a while.
        if (performance.now() > held.current)
          setView((now) => following(now, positionSeconds(), durationSeconds));
      }),
    [positionSeconds, durationSeconds],
  );
  return {
    view,
    zoom: (factor: number) => setView((now) => zoomed(now, factor, positionSeconds(), durationSeconds)),
    move: (start: number) => {
      held.current = performance.now() + 4000;
      setView((now) => movedTo(now, start, durationSeconds));
    },
  };
}

function SilentStems({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  const list = names.map((name) => stemTitle(name).toLowerCase());
  const words = list.length > 1 ? `${list.slice(0, -1).join(', ')} or ${String(list.at(-1))}` : list[0];
  return (
    <p className={styles['silent']}>No {words} in this song: nothing to hear there, so it is folded away.</p>
  );
}

function Trouble({ room }: { room: RoomPlayer }) {
  const { error, networkLost } = room.state;
  if (error) {
    return (
      <Notice
        tone="bad"
        alert
        action={<Button onClick={() => room.dispatch({ type: 'play' })}>Try again</Button>}
      >
        {error}
      </Notice>
    );
  }
  if (!networkLost) return null;
  return (
    <Notice tone="warn">The connection is lost. The song goes on by itself as soon as it is back.</Notice>
  );
}

export function PracticeRoom({ song, player, isDemo = false, onNext, onPrevious }: PracticeRoomProps) {
  const room = useRoomPlayer(player, song);
  const { state } = room;
  const { view, zoom, move } = useWaveView(room);
  /** Null until it was first asked for: only then is it loaded. */
  const [help, setHelp] = useState<boolean | null>(null);
  const zoomRef = useRef(zoom);
  useEffect(() => {
    zoomRef.current = zoom;
  });
  const commands = useMemo(
    () => ({
      onZoom: (factor: number) => zoomRef.current(factor),
      onHelp: () => setHelp(true),
      onNext,
      onPrevious,
    }),
    [onNext, onPrevious],
  );
  useShortcuts(room, commands);
  // Fetched beside the engine, so that it is there when the player is; `lazy` tells when it could not be.
  useEffect(() => void loadWithPlayer().catch(() => undefined), []);

  const gains = audibleGains(state.stems);
  const audible = song.stems.filter(({ silent }) => !silent);
  const isZoomed = view.end - view.start < state.durationSeconds - 0.01;
  return (
    <RoomProvider value={room}>
      <div className={styles['room']}>
        <RoomHead song={song} isDemo={isDemo} onHelp={() => setHelp(true)} />
        <Trouble room={room} />
        <MixToolbar canZoomIn={view.end - view.start > 4.01} canZoomOut={isZoomed} onZoom={zoom} />
        <div className={styles['score']}>
          <div className={styles['corner']} aria-hidden="true" />
          <div className={styles['timeline']}>
            {isZoomed && (
              <Suspense fallback={null}>
                <SongOverview view={view} onMove={move} />
              </Suspense>
            )}
            <SongRuler view={view} />
          </div>
          <div className={styles['parts']}>
            {audible.map((stem, index) => {
              const mix = state.stems[index];
              return (
                mix && (
                  <StemRow
                    key={stem.name}
                    stem={stem}
                    mix={mix}
                    index={index}
                    audible={gains[index] !== 0}
                    view={view}
                  />
                )
              );
            })}
          </div>
        </div>
        <SilentStems names={song.stems.filter(({ silent }) => silent).map(({ name }) => name)} />
        <TransportBar shareId={song.share_id} onNext={onNext} onPrevious={onPrevious} />
        {player && (
          <Suspense fallback={null}>
            <WithPlayer shareId={song.share_id} title={song.name} onNext={onNext} onPrevious={onPrevious} />
          </Suspense>
        )}
        {help !== null && (
          <Suspense fallback={null}>
            <ShortcutSheet open={help} onClose={() => setHelp(false)} />
          </Suspense>
        )}
      </div>
    </RoomProvider>
  );
}
