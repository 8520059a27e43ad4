// OAuth: token.
export {
  serveToken as POST,
  tokenPreflight as OPTIONS,
  tokenWrongMethod as GET,
  tokenWrongMethod as PUT,
  tokenWrongMethod as PATCH,
  tokenWrongMethod as DELETE,
} from '../../../server/oauth/token.ts';
