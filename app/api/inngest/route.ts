// Where Inngest, or the embedded engine, calls the job functions.
export { GET, POST, PUT } from '../../../server/jobs/serve.ts';

export const dynamic = 'force-dynamic';
