// A sentence that matters inside a page: what happened and what to do next.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';
import styles from './notice.module.css';

interface NoticeProps {
  tone?: 'plain' | 'good' | 'warn' | 'bad';
  children: ReactNode;
  action?: ReactNode;
  /** Speaks it at once when it appears. */
  alert?: boolean;
}

export function Notice({ tone = 'plain', children, action, alert = false }: NoticeProps) {
  const icon = tone === 'good' ? 'check' : tone === 'plain' ? 'info' : 'warning';
  return (
    <div className={classNames(styles['notice'], styles[tone])} {...(alert ? { role: 'alert' } : {})}>
      <Icon name={icon} />
      <div className={styles['words']}>{children}</div>
      {action && <div className={styles['action']}>{action}</div>}
    </div>
  );
}
