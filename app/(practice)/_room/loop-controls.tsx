// Setting, moving and keeping loops: A and B at the place that is heard, nudges, on and off, and loops with a name.
'use client';
import { lazy, Suspense, useState } from 'react';
import { Button, IconButton } from '../../_ui/button.tsx';
import { formatTime } from '../../_ui/format-time.ts';
import { Menu } from '../../_ui/menu.tsx';
import type { LoopRegion } from '../_player/player-state.ts';
import styles from './loop-controls.module.css';
import { movedLoop, nudgeSeconds, withEdge } from './loop-edge.ts';
import { recall, rememberLoops, type SavedLoop } from './song-memory.ts';
import { useRoom } from './use-player.ts';

const KeepLoopDialog = lazy(() =>
  import('./keep-loop-dialog.tsx').then((module) => ({ default: module.KeepLoopDialog })),
);

const regionWords = ({ startSeconds, endSeconds }: LoopRegion): string =>
  `${formatTime(startSeconds, true)}\u2013${formatTime(endSeconds, true)}`;

function KeepLoop({ loop, onSave }: { loop: LoopRegion | null; onSave: (name: string) => void }) {
  /** Null until it was first asked for: only then is it loaded. */
  const [naming, setNaming] = useState<boolean | null>(null);
  return (
    <>
      <IconButton icon="bookmark" label="Keep this loop" disabled={!loop} onClick={() => setNaming(true)} />
      {naming !== null && (
        <Suspense fallback={null}>
          <KeepLoopDialog
            open={naming}
            plainName={loop ? regionWords(loop) : ''}
            onClose={() => setNaming(false)}
            onSave={onSave}
          />
        </Suspense>
      )}
    </>
  );
}

function SavedLoops({ shareId }: { shareId: string }) {
  const { state, dispatch } = useRoom();
  const [loops, setLoops] = useState<readonly SavedLoop[] | null>(null);
  const known = loops ?? [];
  const keep = (next: readonly SavedLoop[]) => {
    rememberLoops(shareId, state, next);
    setLoops(next);
  };
  // Read when it is first needed: the server has no storage.
  const load = () => setLoops(recall(shareId)?.loops ?? []);
  const choose = ({ startSeconds, endSeconds }: SavedLoop) =>
    dispatch({ type: 'set-loop', loop: { startSeconds, endSeconds } });
  const items = [
    ...known.map((loop) => ({
      label: loop.name,
      hint: `${formatTime(loop.startSeconds, true)} to ${formatTime(loop.endSeconds, true)}`,
      icon: 'loop' as const,
      onSelect: () => choose(loop),
    })),
    ...(known.length > 0
      ? [{ label: 'Forget all loops', icon: 'trash' as const, danger: true, onSelect: () => keep([]) }]
      : [{ label: 'No loops kept yet', disabled: true }]),
  ];
  return (
    <>
      <KeepLoop
        loop={state.loop}
        onSave={(name) => {
          const { loop } = state;
          if (loop)
            keep([...(recall(shareId)?.loops ?? []).filter((one) => one.name !== name), { name, ...loop }]);
        }}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- reads storage before the menu opens */}
      <span onPointerDownCapture={load} onKeyDownCapture={load} className={styles['saved']}>
        <Menu label="Kept loops" icon="list" items={items} align="start" above />
      </span>
    </>
  );
}

export function LoopControls({ shareId }: { shareId: string }) {
  const { state, dispatch, positionSeconds } = useRoom();
  const { loop, looping, durationSeconds } = state;
  const set = (edge: 'a' | 'b') =>
    dispatch({ type: 'set-loop', loop: withEdge(loop, edge, positionSeconds(), durationSeconds) });
  const nudge = (by: number) => {
    if (!loop) return;
    dispatch({ type: 'set-loop', loop: movedLoop(loop, by, durationSeconds) });
  };
  return (
    <fieldset className={styles['loops']} aria-label="Loop">
      <Button
        className={styles['edge']}
        title="Loop begins here (A)"
        aria-label="Loop begins here"
        onClick={() => set('a')}
      >
        A
      </Button>
      <Button
        className={styles['edge']}
        title="Loop ends here (B)"
        aria-label="Loop ends here"
        onClick={() => set('b')}
      >
        B
      </Button>
      <IconButton
        icon="loop"
        label={looping ? 'Stop looping' : 'Loop'}
        pressed={looping}
        disabled={!loop}
        onClick={() => dispatch({ type: 'set-looping', looping: !looping })}
      />
      <span className={styles['region']}>{loop ? regionWords(loop) : 'No loop'}</span>
      <IconButton
        icon="chevron-left"
        label="Loop a little earlier"
        disabled={!loop}
        onClick={() => nudge(-nudgeSeconds)}
      />
      <IconButton
        icon="chevron-right"
        label="Loop a little later"
        disabled={!loop}
        onClick={() => nudge(nudgeSeconds)}
      />
      <SavedLoops shareId={shareId} />
      <IconButton
        icon="close"
        label="Remove the loop"
        disabled={!loop}
        onClick={() => dispatch({ type: 'set-loop', loop: null })}
      />
    </fieldset>
  );
}
