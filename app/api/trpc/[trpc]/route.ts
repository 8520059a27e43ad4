// The site's own procedures.
import { serveTrpc } from '../../../../server/trpc/serve-trpc.ts';

export const dynamic = 'force-dynamic';
export { serveTrpc as GET, serveTrpc as POST };
