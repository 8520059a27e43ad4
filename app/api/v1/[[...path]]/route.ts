// The REST API.
import { serveApi } from '../../../../server/rest/serve-api.ts';

export const dynamic = 'force-dynamic';
export {
  serveApi as GET,
  serveApi as HEAD,
  serveApi as POST,
  serveApi as PUT,
  serveApi as PATCH,
  serveApi as DELETE,
  serveApi as OPTIONS,
};
