// The frame of every page: skip link, header with wordmark and navigation, the content, the footer.
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import styles from './page-shell.module.css';
import { ThemeSwitch } from './theme-switch.tsx';
import { Wordmark } from './wordmark.tsx';

interface NavLink {
  href: string;
  label: string;
  current?: boolean;
}

interface PageShellProps {
  children: ReactNode;
  nav?: NavLink[];
  /** At the right of the header: account menu, sign-in button. */
  aside?: ReactNode;
  /** The practice room uses the whole width. */
  width?: 'page' | 'full' | 'prose';
}

/** At the foot of every page but the practice room. */
const siteLinks: NavLink[] = [
  { href: '/docs', label: 'Documentation' },
  { href: '/docs/api', label: 'API' },
  { href: '/pricing', label: 'Pricing' },
  { href: '/privacy', label: 'Privacy' },
  { href: '/terms', label: 'Terms' },
];

function Links({
  links,
  label,
  className,
}: {
  links: NavLink[];
  label: string;
  className: string | undefined;
}) {
  return (
    <nav aria-label={label} className={className}>
      {links.map(({ href, label: text, current }) => (
        <a key={href} href={href} aria-current={current ? 'page' : undefined}>
          {text}
        </a>
      ))}
    </nav>
  );
}

export function PageShell({ children, nav = [], aside, width = 'page' }: PageShellProps) {
  return (
    <div className={styles['shell']}>
      <a href="#main" className={styles['skip']}>
        Skip to the content
      </a>
      <header className={styles['header']}>
        <div className={classNames(styles['bar'], width === 'full' && styles['full'])}>
          {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- next/link is 9 kB of script in the practice room; SoftLinks does its work where it pays */}
          <a href="/" className={styles['brand']} aria-label="Partbook, home">
            <Wordmark />
          </a>
          {nav.length > 0 && <Links links={nav} label="Main" className={styles['nav']} />}
          <div className={styles['aside']}>
            {aside}
            <ThemeSwitch />
          </div>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={classNames(styles['main'], styles[width])}>
        {children}
      </main>
      {width !== 'full' && (
        <footer className={styles['footer']}>
          <div className={styles['bar']}>
            <Links links={siteLinks} label="More" className={styles['footnav']} />
          </div>
        </footer>
      )}
    </div>
  );
}
