// Copies a link and says so; shows it where the browser does not allow copying.
'use client';
import { useCallback } from 'react';
import { useToast } from '../../_ui/toast.tsx';

export const useCopyLink = (): ((link: string, done: string) => Promise<void>) => {
  const toast = useToast();
  return useCallback(
    async (link, done) => {
      try {
        await navigator.clipboard.writeText(link);
        toast({ message: done, tone: 'good' });
      } catch {
        toast({ message: `The browser did not allow copying: ${link}` });
      }
    },
    [toast],
  );
};
