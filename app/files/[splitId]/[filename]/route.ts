// A split's files behind their key (server/rest/serve-file.ts).
export { serveFile as GET, serveFile as HEAD } from '../../../../server/rest/serve-file.ts';
