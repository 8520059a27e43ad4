// Short messages at the foot of the page, spoken politely; one may carry an action such as Undo.
'use client';
import { createContext, useCallback, useContext, useMemo, useRef, useState, type ReactNode } from 'react';
import { Button, IconButton } from './button.tsx';
import { Icon } from './icon.tsx';
import { classNames } from './class-names.ts';
import styles from './toast.module.css';

export interface Toast {
  message: string;
  tone?: 'plain' | 'good' | 'bad';
  action?: { label: string; run: () => void };
  /** How long it stays; messages with an action stay longer. */
  forSeconds?: number;
}

type Shown = Toast & { id: number };

const ToastContext = createContext<(toast: Toast) => void>(() => undefined);

/** Shows a message: `const toast = useToast(); toast({ message: 'Link copied.' })`. */
export function useToast(): (toast: Toast) => void {
  return useContext(ToastContext);
}

const mostAtOnce = 3;

export function ToastProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown[]>([]);
  const counter = useRef(0);
  const drop = useCallback((id: number) => setShown((all) => all.filter((one) => one.id !== id)), []);
  const show = useCallback(
    (toast: Toast) => {
      counter.current += 1;
      const id = counter.current;
      setShown((all) => [...all, { ...toast, id }].slice(-mostAtOnce));
      const seconds = toast.forSeconds ?? (toast.action ? 10 : 5);
      setTimeout(() => drop(id), seconds * 1000);
    },
    [drop],
  );
  const list = useMemo(
    () =>
      shown.map((toast) => (
        <span key={toast.id} className={classNames(styles['toast'], styles[toast.tone ?? 'plain'])}>
          {toast.tone && toast.tone !== 'plain' && (
            <Icon name={toast.tone === 'good' ? 'check' : 'warning'} size={18} />
          )}
          <span className={styles['message']}>{toast.message}</span>
          {toast.action && (
            <Button
              look="quiet"
              small
              onClick={() => {
                toast.action?.run();
                drop(toast.id);
              }}
            >
              {toast.action.label}
            </Button>
          )}
          <IconButton icon="close" label="Dismiss" onClick={() => drop(toast.id)} />
        </span>
      )),
    [shown, drop],
  );
  return (
    <ToastContext value={show}>
      {children}
      <output className={styles['stack']} aria-label="Messages">
        {list}
      </output>
    </ToastContext>
  );
}
