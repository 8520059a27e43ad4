// Practice speed and key, the click and the count-in; what the grid is not sure of is not offered.
'use client';
import { IconButton } from '../../_ui/button.tsx';
import { Unseen } from '../../_ui/unseen.tsx';
import { Stepper } from './stepper.tsx';
import { semitoneWords, signed } from './stem-words.ts';
import styles from './tempo-controls.module.css';
import { useRoom } from './use-player.ts';

export function TempoControls() {
  const { state, dispatch, player } = useRoom();
  const { speedPercent, semitones, click, countIn } = state;
  const setSpeed = (percent: number) => dispatch({ type: 'set-speed', percent });
  const setKey = (to: number) => dispatch({ type: 'set-semitones', semitones: to });
  const hasGrid = Boolean(player?.song.grid);
  const why = hasGrid ? '' : ': the beat of this song is not clear enough';
  return (
    <div className={styles['tempo']}>
      <Stepper
        label="Speed"
        shown={`${String(speedPercent)} %`}
        spoken={`${String(speedPercent)} percent`}
        less={{ label: 'Slower', run: () => setSpeed(speedPercent - 5), disabled: speedPercent <= 50 }}
        more={{ label: 'Faster', run: () => setSpeed(speedPercent + 5), disabled: speedPercent >= 150 }}
        reset={speedPercent === 100 ? null : () => setSpeed(100)}
      />
      <Stepper
        label="Key"
        shown={signed(semitones)}
        spoken={semitoneWords(semitones)}
        less={{ label: 'A semitone lower', run: () => setKey(semitones - 1), disabled: semitones <= -12 }}
        more={{ label: 'A semitone higher', run: () => setKey(semitones + 1), disabled: semitones >= 12 }}
        reset={semitones === 0 ? null : () => setKey(0)}
      />
      <IconButton
        icon="metronome"
        label={`Click on the beat${why}`}
        pressed={click}
        disabled={!hasGrid}
        onClick={() => dispatch({ type: 'set-click', on: !click })}
      />
      <button
        type="button"
        className={styles['count']}
        aria-pressed={countIn}
        title={`Count in one bar${why}`}
        disabled={!hasGrid}
        onClick={() => dispatch({ type: 'set-count-in', on: !countIn })}
      >
        <span aria-hidden="true">1&thinsp;2&thinsp;3</span>
        <Unseen>Count in one bar{why}</Unseen>
      </button>
    </div>
  );
}
