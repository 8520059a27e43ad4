// Sign-in.
import { serveAuth } from '../../../../server/auth/serve-auth.ts';

export const dynamic = 'force-dynamic';
export { serveAuth as GET, serveAuth as POST };
