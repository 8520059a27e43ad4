// Where workers report.
export { receiveReport as POST } from '../../../server/jobs/receive-report.ts';

export const dynamic = 'force-dynamic';
