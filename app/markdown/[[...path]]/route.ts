export { serveMarkdown as GET } from '../../../server/pages/serve-markdown.ts';
