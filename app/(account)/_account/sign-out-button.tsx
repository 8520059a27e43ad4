// Ends this session and leads to the home page.
'use client';
import { useState } from 'react';
import { Button } from '../../_ui/button.tsx';
import { useToast } from '../../_ui/toast.tsx';
import { leaveNothingBehind } from './leave-nothing-behind.ts';

const signOut = async (): Promise<void> => {
  const csrf = (await (await fetch('/api/auth/csrf')).json()) as { csrfToken: string };
  const body = new URLSearchParams({ csrfToken: csrf.csrfToken, callbackUrl: '/', json: 'true' });
  const answer = await fetch('/api/auth/signout', { method: 'POST', body });
  if (!answer.ok) throw new Error(`sign-out answered ${answer.status}`);
};

export const SignOutButton = () => {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const leave = async () => {
    setBusy(true);
    try {
      await leaveNothingBehind();
      await signOut();
      window.location.assign('/');
    } catch {
      toast({ message: 'Signing out did not work. Check your connection and try again.', tone: 'bad' });
      setBusy(false);
    }
  };
  return (
    <Button look="quiet" small busy={busy} onClick={() => void leave()}>
      Sign out
    </Button>
  );
};
