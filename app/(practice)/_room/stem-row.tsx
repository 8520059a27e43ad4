// One part on its stand: initial, name, solo, mute, loop, volume, place in the stereo picture, meter and waveform.
'use client';
import { useState, type CSSProperties, type MouseEvent } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { classNames } from '../../_ui/class-names.ts';
import { Icon } from '../../_ui/icon.tsx';
import { PartInitial, partColour } from '../../_ui/part-initial.tsx';
import { Slider } from '../../_ui/slider.tsx';
import type { StemMix } from '../_player/player-state.ts';
import { Unseen } from '../../_ui/unseen.tsx';
import { LevelMeter } from './level-meter.tsx';
import styles from './stem-row.module.css';
import { panWords, stemTitle, volumeWords } from './stem-words.ts';
import { StemWaveform } from './stem-waveform.tsx';
import { useRoom } from './use-player.ts';
import { WaveLane } from './wave-lane.tsx';
import type { WaveView } from './wave-view.ts';

interface StemRowProps {
  stem: SharedSong['stems'][number];
  mix: StemMix;
  index: number;
  audible: boolean;
  view: WaveView;
}

function Keys({ mix, title }: { mix: StemMix; title: string }) {
  const { dispatch, state } = useRoom();
  const loopsAlone = mix.soloed && state.looping && state.stems.filter(({ soloed }) => soloed).length === 1;
  const solo = (event: MouseEvent) => {
    const additive = event.shiftKey || event.metaKey || event.ctrlKey;
    dispatch({ type: 'toggle-solo', stem: mix.name, additive });
  };
  const loopAlone = () => {
    if (!loopsAlone && !mix.soloed) dispatch({ type: 'toggle-solo', stem: mix.name, additive: false });
    if (loopsAlone) {
      dispatch({ type: 'set-looping', looping: false });
      dispatch({ type: 'toggle-solo', stem: mix.name, additive: false });
    } else if (state.loop) dispatch({ type: 'set-looping', looping: true });
  };
  return (
    <fieldset className={styles['keys']} aria-label={`${title}: what is heard`}>
      <button
        type="button"
        className={styles['key']}
        aria-pressed={mix.soloed}
        aria-label={`Solo ${title}`}
        title={`Solo ${title} (Shift: together with others)`}
        onClick={solo}
      >
        S
      </button>
      <button
        type="button"
        className={classNames(styles['key'], styles['mute'])}
        aria-pressed={mix.muted}
        aria-label={`Mute ${title}`}
        title={`Mute ${title}`}
        onClick={() => dispatch({ type: 'toggle-mute', stem: mix.name })}
      >
        M
      </button>
      <button
        type="button"
        className={styles['key']}
        aria-pressed={loopsAlone}
        aria-label={`Loop ${title} alone`}
        title={state.loop ? `Loop ${title} alone` : `Drag over the waveform first, then loop ${title} alone`}
        disabled={!state.loop && !loopsAlone}
        onClick={loopAlone}
      >
        <Icon name="loop" size={18} />
      </button>
    </fieldset>
  );
}

export function StemRow({ stem, mix, index, audible, view }: StemRowProps) {
  const { dispatch } = useRoom();
  const [open, setOpen] = useState(false);
  const title = stemTitle(stem.name);
  const style = { '--part': partColour(stem.name), '--slider-fill': partColour(stem.name) } as CSSProperties;
  return (
    <section
      className={classNames(styles['row'], !audible && styles['quiet'])}
      style={style}
      aria-label={title}
    >
      <div className={styles['strip']}>
        <button
          type="button"
          className={styles['name']}
          aria-expanded={open}
          onClick={() => setOpen((was) => !was)}
        >
          <PartInitial stem={stem.name} size={38} />
          <span className={styles['title']}>{title}</span>
          <Unseen>: place left or right</Unseen>
          <Icon name={open ? 'chevron-up' : 'chevron-down'} size={14} />
        </button>
        <Keys mix={mix} title={title} />
        <div className={styles['fader']}>
          <Slider
            label={`Volume of ${title}`}
            value={mix.volume}
            min={0}
            max={1.5}
            step={0.01}
            rest={1}
            spoken={volumeWords(mix.volume)}
            onChange={(volume) => dispatch({ type: 'set-volume', stem: mix.name, volume })}
          />
          <LevelMeter stem={index} />
        </div>
        {open && (
          <div className={styles['pan']}>
            <span aria-hidden="true">L</span>
            <Slider
              label={`Place of ${title}`}
              value={mix.pan}
              min={-1}
              max={1}
              step={0.05}
              rest={0}
              origin={0}
              spoken={panWords(mix.pan)}
              onChange={(pan) => dispatch({ type: 'set-pan', stem: mix.name, pan })}
            />
            <span aria-hidden="true">R</span>
          </div>
        )}
      </div>
      <div className={styles['field']}>
        <WaveLane view={view}>
          <StemWaveform peaksUrl={stem.peaks_url} view={view} />
        </WaveLane>
      </div>
    </section>
  );
}
