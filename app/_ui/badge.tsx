// A small word in a tinted box: a state, a plan, a model.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './badge.module.css';

export type BadgeTone = 'plain' | 'good' | 'warn' | 'bad' | 'rubric';

export function Badge({ tone = 'plain', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={classNames(styles['badge'], styles[tone])}>{children}</span>;
}
