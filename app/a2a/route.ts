// The agent endpoint.
export {
  serveA2A as POST,
  wrongMethod as GET,
  wrongMethod as PUT,
  wrongMethod as PATCH,
  wrongMethod as DELETE,
} from '../../server/a2a/serve-a2a.ts';
