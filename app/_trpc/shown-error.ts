// The sentence of an error of ours, as the site shows it.
import { TRPCClientError } from '@trpc/client';
import type { AppRouter } from '../../server/trpc/router.ts';

export const sentenceOfError = (error: unknown): string => {
  if (error instanceof TRPCClientError) {
    const known = error as TRPCClientError<AppRouter>;
    return known.data?.shown?.message ?? known.message;
  }
  return 'The service cannot be reached. Check your connection and try again.';
};
