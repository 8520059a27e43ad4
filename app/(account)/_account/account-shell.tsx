// The frame of the signed-in pages: where one is, and how to leave.
'use client';
import { usePathname } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageShell } from '../../_ui/page-shell.tsx';
import { SignOutButton } from './sign-out-button.tsx';

const places = [
  { href: '/library', label: 'Library' },
  { href: '/setlists', label: 'Setlists' },
  { href: '/developers', label: 'Developers' },
  { href: '/settings', label: 'Settings' },
];

export const AccountShell = ({ children }: { children: ReactNode }) => {
  const path = usePathname();
  return (
    <PageShell
      nav={places.map((place) => ({ ...place, current: path.startsWith(place.href) }))}
      aside={<SignOutButton />}
    >
      {children}
    </PageShell>
  );
};
