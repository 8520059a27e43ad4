// Words for screen readers only.
import type { ReactNode } from 'react';
import styles from './unseen.module.css';

export function Unseen({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <span className={styles['unseen']} {...(live ? { role: 'status' } : {})}>
      {children}
    </span>
  );
}
