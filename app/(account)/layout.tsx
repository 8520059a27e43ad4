// The pages of a signed-in person: the same frame, the same data.
import type { ReactNode } from 'react';
import { SiteData } from '../_trpc/site-data.tsx';
import { KeepFocus } from './_account/keep-focus.tsx';
import { SoftLinks } from './_account/soft-links.tsx';

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <SiteData>
      <SoftLinks />
      <KeepFocus />
      {children}
    </SiteData>
  );
}
