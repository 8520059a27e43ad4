// OAuth: authorize.
export {
  serveAuthorize as GET,
  serveConsentAnswer as POST,
  authorizeWrongMethod as PUT,
  authorizeWrongMethod as PATCH,
  authorizeWrongMethod as DELETE,
} from '../../../server/oauth/authorize.ts';
