// OAuth: register.
export {
  serveRegister as POST,
  registerPreflight as OPTIONS,
  registerWrongMethod as GET,
  registerWrongMethod as PUT,
  registerWrongMethod as PATCH,
  registerWrongMethod as DELETE,
} from '../../../server/oauth/register.ts';
