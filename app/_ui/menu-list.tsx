// What an open menu shows. Loaded after the page: nobody opens a menu before they have seen it.
'use client';
import { useEffect, useRef, type KeyboardEvent } from 'react';
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

interface MenuListProps {
  id: string;
  label: string;
  items: readonly MenuItem[];
  align: 'start' | 'end';
  above: boolean;
  close: () => void;
}

export function MenuList({ id, label, items, align, above, close }: MenuListProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => list.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus(), []);
  return (
    <div
      ref={list}
      id={id}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      className={classNames(styles['list'], styles[align], above && styles['above'])}
      onKeyDown={(event) => moveFocus(list.current, event)}
    >
      {items.map((item) => (
        <Entry key={item.label} item={item} close={close} />
      ))}
    </div>
  );
}
