// Buttons and links that look like buttons; one height (44 px) unless `small` inside dense desktop rows.
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Icon, type IconName } from './icon.tsx';

type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Looks {
  look?: ButtonLook;
  icon?: IconName;
  small?: boolean;
  wide?: boolean;
}

function classOf({ look = 'secondary', small, wide }: Looks, extra?: string): string {
  return classNames(styles['button'], styles[look], small && styles['small'], wide && styles['wide'], extra);
}

export type ButtonProps = Looks &
  ButtonHTMLAttributes<HTMLButtonElement> & {
    /** Shows that the action runs and keeps a second click out; the words stay. */
    busy?: boolean;
  };

export function Button(props: ButtonProps) {
  const { look, icon, small, wide, busy = false, className, children, type = 'button', ...rest } = props;
  // Not disabled: that would take the focus away from whoever pressed it.
  const holdOff = (event: MouseEvent) => event.preventDefault();
  const looks = { look, icon, small, wide } as Looks;
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? holdOff : rest.onClick}
      className={classOf(looks, className)}
    >
      {busy ? (
        <span className={styles['spinner']} aria-hidden="true" />
      ) : (
        icon && <Icon name={icon} size={18} />
      )}
      {children}
    </button>
  );
}

type ButtonLinkProps = Looks & {
  href: string;
  children: ReactNode;
  className?: string;
  download?: boolean | string;
};

export function ButtonLink({ href, children, className, download, ...looks }: ButtonLinkProps) {
  return (
    <a href={href} download={download} className={classOf(looks, className)}>
      {looks.icon && <Icon name={looks.icon} size={18} />}
      {children}
    </a>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label' | 'children'> & {
  icon: IconName;
  /** What it does, in words; also shown as a tooltip. */
  label: string;
  look?: ButtonLook;
  pressed?: boolean;
};

export function IconButton({ icon, label, look = 'quiet', pressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      title={label}
      aria-label={label}
      aria-pressed={pressed}
      className={classNames(styles['button'], styles[look], styles['square'], className)}
    >
      <Icon name={icon} />
    </button>
  );
}
