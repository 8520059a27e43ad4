// Above the parts: ready-made mixes, back to plain, and how closely the waveforms are looked at.
'use client';
import { Button, IconButton } from '../../_ui/button.tsx';
import { Icon } from '../../_ui/icon.tsx';
import { Menu } from '../../_ui/menu.tsx';
import styles from './mix-toolbar.module.css';
import { plainMix, presetMix, presetsFor } from './presets.ts';
import { useRoom } from './use-player.ts';

interface MixToolbarProps {
  canZoomIn: boolean;
  canZoomOut: boolean;
  onZoom: (factor: number) => void;
}

export function MixToolbar({ canZoomIn, canZoomOut, onZoom }: MixToolbarProps) {
  const { state, dispatch } = useRoom();
  const presets = presetsFor(state.stems.map(({ name }) => name));
  const isPlain = state.stems.every(
    ({ volume, pan, muted, soloed }) => volume === 1 && pan === 0 && !muted && !soloed,
  );
  const items = presets.map((preset) => ({
    label: preset.label,
    onSelect: () => dispatch({ type: 'set-mix', stems: presetMix(preset, state.stems) }),
  }));
  return (
    <div className={styles['toolbar']}>
      <Menu label="Mixes" items={items} look="secondary" align="start">
        Mixes
        <Icon name="chevron-down" size={16} />
      </Menu>
      <Button
        look="quiet"
        icon="undo"
        disabled={isPlain}
        onClick={() => dispatch({ type: 'set-mix', stems: plainMix(state.stems) })}
      >
        Reset mix
      </Button>
      <fieldset className={styles['zoom']} aria-label="Zoom">
        <IconButton icon="minus" label="Zoom out" disabled={!canZoomOut} onClick={() => onZoom(0.5)} />
        <Icon name="zoom" size={18} />
        <IconButton icon="plus" label="Zoom in" disabled={!canZoomIn} onClick={() => onZoom(2)} />
      </fieldset>
    </div>
  );
}
