// The name with its mark: an open part-book, one page ruled as a staff.
import styles from './wordmark.module.css';

export function Wordmark() {
  return (
    <span className={styles['wordmark']}>
      <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
        <path d="M16 7C12.5 4.8 7.5 4.5 3 5.500v20c4.5-1 9.5-.7 13 1.500z" fill="var(--rubric)" />
        <path
          d="M16 7c3.5-2.2 8.5-2.5 13-1.500v20c-4.5-1-9.5-.7-13 1.500z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.8"
          strokeLinejoin="round"
        />
        <path
          d="M19 11.500c2-.7 4.5-.9 7-.6M19 15c2-.7 4.5-.9 7-.6M19 18.500c2-.7 4.5-.9 7-.6M19 22c2-.7 4.5-.9 7-.6"
          stroke="currentColor"
          strokeWidth="1.1"
          fill="none"
        />
        <path d="M8.5 20.300V11l4-.800v8.5" stroke="var(--rubric-ink)" strokeWidth="1.3" fill="none" />
        <ellipse cx="7.3" cy="20.3" rx="1.7" ry="1.3" fill="var(--rubric-ink)" />
        <ellipse cx="11.3" cy="18.8" rx="1.7" ry="1.3" fill="var(--rubric-ink)" />
      </svg>
      Partbook
    </span>
  );
}
