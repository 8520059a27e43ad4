// Reads what a worker calls back with: only a signed body in the contract's form is a report.
import { type JobReport, jobReport } from '../../workers/contract/job.ts';
import { isSignedBody } from '../../workers/contract/signature.ts';

export { signatureHeader } from '../../workers/contract/signature.ts';

export type CallbackReading = { report: JobReport } | { refused: 'unsigned' | 'unreadable' };

export const readCallback = (secret: string, body: string, signature: string | null): CallbackReading => {
  if (!isSignedBody(secret, body, signature)) return { refused: 'unsigned' };
  try {
    return { report: jobReport.parse(JSON.parse(body)) };
  } catch {
    return { refused: 'unreadable' };
  }
};
