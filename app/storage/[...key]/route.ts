// The signed addresses of the local store (server/rest/serve-storage.ts).
export {
  serveStorage as GET,
  serveStorage as HEAD,
  serveStorage as OPTIONS,
  serveStorage as PUT,
} from '../../../server/rest/serve-storage.ts';
