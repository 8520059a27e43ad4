// A button that opens a short list of actions; arrows, Home, End, Escape and a click outside work as the ARIA pattern says.
'use client';
import { useCallback, useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import buttonStyles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';
import type { MenuItem, MenuList } from './menu-list.tsx';
import styles from './menu.module.css';

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

/** Comes after the page. Once it is there it is drawn at once: keys pressed right after opening must find it. */
let LoadedList: typeof MenuList | null = null;
const loadMenuList = async (): Promise<void> => {
  ({ MenuList: LoadedList } = await import('./menu-list.tsx'));
};

function useMenuList(): boolean {
  const [loaded, setLoaded] = useState(false);
  useEffect(() => {
    void loadMenuList().then(
      () => setLoaded(true),
      () => undefined,
    );
  }, []);
  return loaded;
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
  const loaded = useMenuList();
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const close = useCallback(() => {
    setOpen(false);
    button.current?.focus();
  }, []);

  useEffect(() => {
    if (!open) return;
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
      {open && loaded && LoadedList && (
        <LoadedList id={id} label={label} items={items} align={align} above={above} close={close} />
      )}
    </div>
  );
}
