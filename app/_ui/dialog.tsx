// A modal dialog on the platform's own <dialog>: focus is kept inside, Escape and the backdrop close it.
'use client';
import { useEffect, useId, useLayoutEffect, useRef, type MouseEvent, type ReactNode } from 'react';
import { IconButton } from './button.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  open: boolean;
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot; the main one last. */
  actions?: ReactNode;
}

export function Dialog({ open, title, onClose, children, actions }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (open && !dialog.open) {
      dialog.showModal();
      // Whoever opens a question with a field types the answer at once; the browser would begin at the close button.
      dialog.querySelector<HTMLElement>('input:is([type=text], :not([type])), textarea')?.focus();
    }
    if (!open && dialog.open) dialog.close();
  }, [open]);

  // Taken out of the page while it is open, it would not give the focus back to what opened it.
  useLayoutEffect(() => {
    const dialog = element.current;
    return () => dialog?.close();
  }, []);

  const closeFromBackdrop = (event: MouseEvent<HTMLDialogElement>) => {
    if (event.target === event.currentTarget) onClose();
  };

  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape is the key for it; the browser fires `close`
    <dialog
      ref={element}
      className={styles['dialog']}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={closeFromBackdrop}
    >
      <div className={styles['body']}>
        <header className={styles['head']}>
          <h2 id={titleId}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </header>
        {open && <div className={styles['content']}>{children}</div>}
        {open && actions && <footer className={styles['actions']}>{actions}</footer>}
      </div>
    </dialog>
  );
}
