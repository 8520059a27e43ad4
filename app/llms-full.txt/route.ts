export { serveLlmsFullText as GET } from '../../server/pages/serve-site-files.ts';
