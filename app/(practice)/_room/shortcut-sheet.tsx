// The help sheet: every key of the room, in the order a musician reaches for them.
'use client';
import { Dialog } from '../../_ui/dialog.tsx';
import styles from './shortcut-sheet.module.css';

const keys: readonly (readonly [keys: string, what: string])[] = [
  ['Space', 'Play or pause'],
  ['Home', 'Back to the start, or to the loop'],
  ['\u2190 \u2192', 'Five seconds back or on; with Shift one second'],
  ['A, B', 'Loop begins here, loop ends here'],
  ['L', 'Loop on or off'],
  ['[ ]', 'Move the loop a little'],
  ['1 \u2026 6', 'Solo a part; with Shift together with others'],
  ['Alt 1 \u2026 6', 'Mute a part'],
  ['\u2212 +', 'Slower, faster'],
  [', .', 'A semitone lower, higher'],
  ['K', 'Click on the beat'],
  ['0', 'Everybody plays'],
  ['Z', 'Zoom in; with Shift out'],
  ['N, P', 'Next or previous song of a setlist'],
  ['?', 'This sheet'],
];

export function ShortcutSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} title="Keyboard shortcuts" onClose={onClose}>
      <dl className={styles['keys']}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
