// How far something is: a bar with its words, or a moving bar when the share is unknown.
import styles from './progress.module.css';

interface ProgressProps {
  label: string;
  /** 0 to 100; null when unknown. */
  percent: number | null;
  /** Shown at the right: "about 2 minutes left". */
  note?: string | null;
  hideLabel?: boolean;
}

export function Progress({ label, percent, note, hideLabel = false }: ProgressProps) {
  return (
    <div className={styles['progress']}>
      {(!hideLabel || note) && (
        <div className={styles['words']}>
          {!hideLabel && <span>{label}</span>}
          {note && <span className={styles['note']}>{note}</span>}
        </div>
      )}
      <progress
        aria-label={label}
        className={styles['track']}
        max={100}
        {...(percent === null ? {} : { value: Math.round(percent) })}
      />
    </div>
  );
}
