// OAuth: revoke.
export {
  serveRevoke as POST,
  revokePreflight as OPTIONS,
  revokeWrongMethod as GET,
  revokeWrongMethod as PUT,
  revokeWrongMethod as PATCH,
  revokeWrongMethod as DELETE,
} from '../../../server/oauth/revoke.ts';
