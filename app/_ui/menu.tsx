// A button that opens a short list of actions; arrows, Home, End, Escape and a click outside work as the ARIA pattern says.
'use client';
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  label: string;
  icon?: IconName;
  hint?: string;
  danger?: boolean;
  disabled?: boolean;
  /** A link instead of an action. */
  href?: string;
  download?: boolean;
  onSelect?: () => void;
}

interface MenuProps {
  label: string;
  items: MenuItem[];
  /** What the button shows; an icon alone when left out. */
  children?: ReactNode;
  icon?: IconName;
  look?: 'secondary' | 'quiet';
  align?: 'start' | 'end';
  /** Opens upwards: for bars at the foot of the page. */
  above?: boolean;
}

function moveFocus(list: HTMLElement | null, event: KeyboardEvent) {
  const entries = [
    ...(list?.querySelectorAll<HTMLElement>('[role="menuitem"]:not([aria-disabled="true"])') ?? []),
  ];
  if (entries.length === 0) return;
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const targets: Record<string, number> = {
    ArrowDown: (at + 1) % entries.length,
    ArrowUp: (at - 1 + entries.length) % entries.length,
    Home: 0,
    End: entries.length - 1,
  };
  const to = targets[event.key];
  if (to === undefined) return;
  event.preventDefault();
  entries[to]?.focus();
}

function Entry({ item, close }: { item: MenuItem; close: () => void }) {
  const inner = (
    <>
      {item.icon && <Icon name={item.icon} size={18} />}
      <span className={styles['words']}>
        {item.label}
        {item.hint && <span className={styles['hint']}>{item.hint}</span>}
      </span>
    </>
  );
  const className = classNames(styles['entry'], item.danger && styles['danger']);
  if (item.href !== undefined) {
    return (
      <a
        role="menuitem"
        tabIndex={-1}
        href={item.href}
        download={item.download}
        className={className}
        onClick={close}
      >
        {inner}
      </a>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      aria-disabled={item.disabled}
      className={className}
      onClick={() => {
        if (item.disabled) return;
        close();
        item.onSelect?.();
      }}
    >
      {inner}
    </button>
  );
}

export function Menu({
  label,
  items,
  children,
  icon = 'more',
  look = 'quiet',
  align = 'end',
  above = false,
}: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);

  useEffect(() => {
    if (!open) return;
    list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus();
    const outside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    return () => document.removeEventListener('pointerdown', outside);
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    event.stopPropagation();
    if (event.key === 'Escape') close();
    else if (event.key === 'Tab') setOpen(false);
    else moveFocus(list.current, event);
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- only listens to keys that bubble from the button and the entries
    <div ref={root} className={styles['root']} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        {...(children ? {} : { 'aria-label': label, title: label })}
        className={classNames(
          buttonStyles['button'],
          buttonStyles[look],
          !children && buttonStyles['square'],
        )}
        onClick={() => setOpen((was) => !was)}
      >
        {children ?? <Icon name={icon} />}
      </button>
      {open && (
        <div
          ref={list}
          id={id}
          role="menu"
          aria-label={label}
          className={classNames(styles['list'], styles[align], above && styles['above'])}
        >
          {items.map((item) => (
            <Entry key={item.label} item={item} close={close} />
          ))}
        </div>
      )}
    </div>
  );
}
