// The bar at the foot of the room: play, where we are, loops, tempo; on a phone the settings open in a sheet.
'use client';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { IconButton } from '../../_ui/button.tsx';
import { classNames } from '../../_ui/class-names.ts';
import { formatTime } from '../../_ui/format-time.ts';
import { Icon } from '../../_ui/icon.tsx';
import { Unseen } from '../../_ui/unseen.tsx';
import { onFrame } from './frame-loop.ts';
import { LoopControls } from './loop-controls.tsx';
import { TempoControls } from './tempo-controls.tsx';
import styles from './transport-bar.module.css';
import { useRoom } from './use-player.ts';

const Dialog = lazy(() => import('../../_ui/dialog.tsx').then((module) => ({ default: module.Dialog })));

/** Counts without React: ten times a second is enough for the eye. */
function Clock() {
  const { positionSeconds, state } = useRoom();
  const element = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    let shown = '';
    return onFrame(() => {
      const now = formatTime(positionSeconds(), true);
      if (now === shown || !element.current) return;
      shown = now;
      element.current.textContent = now;
    });
  }, [positionSeconds]);
  return (
    <div className={styles['clock']} aria-hidden="true">
      <span ref={element} className={styles['now']}>
        0:00.0
      </span>
      <span className={styles['of']}>{formatTime(state.durationSeconds)}</span>
    </div>
  );
}

function PlayButton() {
  const { state, dispatch } = useRoom();
  const playing = state.wantsPlay;
  return (
    <button
      type="button"
      className={classNames(styles['play'], state.phase === 'buffering' && playing && styles['waiting'])}
      aria-label={playing ? 'Pause' : 'Play'}
      title={playing ? 'Pause (space)' : 'Play (space)'}
      onClick={() => dispatch({ type: 'toggle' })}
    >
      <Icon name={playing ? 'pause' : 'play'} size={26} />
    </button>
  );
}

interface TransportBarProps {
  shareId: string;
  /** In a setlist: the songs before and after. */
  onPrevious?: (() => void) | null | undefined;
  onNext?: (() => void) | null | undefined;
}

export function TransportBar({ shareId, onPrevious, onNext }: TransportBarProps) {
  const { state, dispatch, positionSeconds } = useRoom();
  /** Null until it was first asked for: only then is its frame loaded. */
  const [sheet, setSheet] = useState<boolean | null>(null);
  const inSetlist = onPrevious !== undefined || onNext !== undefined;
  const toStart = () =>
    dispatch({ type: 'seek', seconds: state.looping && state.loop ? state.loop.startSeconds : 0 });
  return (
    <section className={styles['bar']} aria-label="Playing">
      <div className={classNames(styles['inner'], inSetlist && styles['setlist'])}>
        <div className={styles['main']}>
          {inSetlist && (
            <IconButton
              icon="rewind"
              label="Previous song"
              disabled={!onPrevious}
              onClick={() => onPrevious?.()}
            />
          )}
          <IconButton
            icon="skip-back"
            label="Back to the start"
            className={styles['toStart'] ?? ''}
            onClick={() => (positionSeconds() > 0 ? toStart() : undefined)}
          />
          <PlayButton />
          {inSetlist && (
            <IconButton icon="fast-forward" label="Next song" disabled={!onNext} onClick={() => onNext?.()} />
          )}
          <Clock />
          <Unseen live>{state.networkLost ? 'The connection is lost. Trying again.' : ''}</Unseen>
        </div>
        <div className={styles['wide']}>
          <LoopControls shareId={shareId} />
          <TempoControls />
        </div>
        <div className={styles['narrow']}>
          <IconButton
            icon="loop"
            label={state.looping ? 'Stop looping' : 'Loop'}
            pressed={state.looping}
            disabled={!state.loop}
            onClick={() => dispatch({ type: 'set-looping', looping: !state.looping })}
          />
          <IconButton icon="sliders" label="Loop, speed and key" onClick={() => setSheet(true)} />
        </div>
      </div>
      {sheet !== null && (
        <Suspense fallback={null}>
          <Dialog open={sheet} title="Loop, speed and key" onClose={() => setSheet(false)}>
            <LoopControls shareId={shareId} />
            <TempoControls />
          </Dialog>
        </Suspense>
      )}
    </section>
  );
}
