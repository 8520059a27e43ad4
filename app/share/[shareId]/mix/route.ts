// The mix of a room as MP3 (server/pages/serve-mix.ts).
export { serveMix as POST } from '../../../../server/pages/serve-mix.ts';
