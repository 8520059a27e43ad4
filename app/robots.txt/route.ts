// Next would write it at build time, when nothing of the installation is known.
export const dynamic = 'force-dynamic';
export { serveRobots as GET } from '../../server/pages/serve-site-files.ts';
