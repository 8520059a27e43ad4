// A sheet of paper on the desk: the one raised surface of the product.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './card.module.css';

export function Card({ children, className }: { children: ReactNode; className?: string | undefined }) {
  return <div className={classNames(styles['card'], className)}>{children}</div>;
}
