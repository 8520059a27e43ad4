export { serveAccountExport as GET } from '../../../../server/pages/serve-account-export.ts';
