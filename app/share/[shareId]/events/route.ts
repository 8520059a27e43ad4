// The live progress of a song being split (server/pages/serve-shared-song.ts).
export { serveSharedEvents as GET } from '../../../../server/pages/serve-shared-song.ts';
