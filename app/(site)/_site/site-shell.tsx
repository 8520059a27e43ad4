// The frame of the public pages: where things are, and the way in.
import type { ReactNode } from 'react';
import { ButtonLink } from '../../_ui/button.tsx';
import { PageShell } from '../../_ui/page-shell.tsx';

const places = [
  { href: '/docs', label: 'Docs' },
  { href: '/pricing', label: 'Pricing' },
];

interface SiteShellProps {
  children: ReactNode;
  signedIn: boolean;
  /** The place of the navigation that this page belongs to. */
  current?: '/docs' | '/pricing';
}

export const SiteShell = ({ children, signedIn, current }: SiteShellProps) => (
  <PageShell
    nav={places.map((place) => ({ ...place, current: place.href === current }))}
    aside={
      signedIn ? (
        <ButtonLink href="/library" small look="primary">
          Your library
        </ButtonLink>
      ) : (
        <ButtonLink href="/signin" small look="primary">
          Sign in
        </ButtonLink>
      )
    }
  >
    {children}
  </PageShell>
);
