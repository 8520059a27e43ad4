// Takes what a worker calls back with.
import { readCallback } from '../../separation/read-callback.ts';
import type { Services } from '../context.ts';
import { acceptReport, type Acceptance } from '../splits/accept-report.ts';

export { signatureHeader } from '../../separation/read-callback.ts';

export const receiveCallback = async (
  services: Services,
  body: string,
  signature: string | null,
): Promise<Acceptance | 'unsigned' | 'unreadable'> => {
  const reading = readCallback(services.env.WORKER_SECRET, body, signature);
  if ('refused' in reading) return reading.refused;
  return acceptReport(services, reading.report);
};
