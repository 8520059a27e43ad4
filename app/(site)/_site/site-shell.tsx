// The frame of the public pages: where things are, and the way in.
import type { ReactNode } from 'react';
import { ButtonLink } from '../../_ui/button.tsx';
import { PageShell } from '../../_ui/page-shell.tsx';

export const SiteShell = ({ children, signedIn }: { children: ReactNode; signedIn: boolean }) => (
  <PageShell
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
