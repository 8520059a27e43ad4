// What a page shows when there is nothing yet, or nothing any more: a staff without notes, one sentence, the next step.
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import { Staff } from './staff.tsx';

interface EmptyStateProps {
  title: string;
  children?: ReactNode;
  /** The button or link that leads on. */
  action?: ReactNode;
  /** h1 where the state is the whole page. */
  level?: 1 | 2;
}

export function EmptyState({ title, children, action, level = 2 }: EmptyStateProps) {
  const Heading = level === 1 ? 'h1' : 'h2';
  return (
    <section className={styles['empty']}>
      <Staff notes={level === 2} />
      <Heading>{title}</Heading>
      {children && <div className={styles['words']}>{children}</div>}
      {action && <div className={styles['action']}>{action}</div>}
    </section>
  );
}
