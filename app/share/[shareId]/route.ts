// What the practice room asks for again (server/pages/serve-shared-song.ts).
export { serveSharedSong as GET } from '../../../server/pages/serve-shared-song.ts';
