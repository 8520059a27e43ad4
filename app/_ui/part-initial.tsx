// The printed initial of a part, as on the cover of a part-book: V for vocals, in the part's own pigment.
import type { CSSProperties } from 'react';
import styles from './part-initial.module.css';

const pigments = ['vocals', 'instrumental', 'drums', 'bass', 'guitar', 'piano', 'other'];

/** The colour of a stem as a CSS value; unknown stems take the colour of "other". */
export function partColour(stem: string): string {
  return `var(--part-${pigments.includes(stem) ? stem : 'other'})`;
}

export function PartInitial({ stem, size = 44 }: { stem: string; size?: number }) {
  const style = { '--part': partColour(stem), '--size': `${String(size)}px` } as CSSProperties;
  return (
    <span className={styles['initial']} style={style} aria-hidden="true">
      {stem.slice(0, 1).toUpperCase()}
    </span>
  );
}
