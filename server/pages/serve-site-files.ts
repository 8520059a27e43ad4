// /llms.txt, /llms-full.txt, /robots.txt and /sitemap.xml: where everything is, for machines.
import { homeLead } from './home-words.ts';
import { guideNames, legalNames, listedPaths, twinPath } from './page-paths.ts';
import { guideHeading, headingOf, readLegal } from './read-guide.ts';
import { listedMarkdown } from './serve-markdown.ts';
import { siteFacts, type SiteFacts } from './site-facts.ts';
import { answerText } from './text-answer.ts';

const plainType = 'text/plain; charset=utf-8';
const cache = 'public, max-age=300';

type Entry = readonly [title: string, address: string, words: string];

const list = (siteUrl: string, entries: readonly Entry[]): string =>
  entries.map(([title, address, words]) => `- [${title}](${siteUrl}${address}): ${words}`).join('\n');

const llmsText = (facts: SiteFacts): string => {
  const { siteUrl } = facts;
  const guides = guideNames.map((name): Entry => {
    const { path, title, description } = guideHeading(name, facts);
    return [title, twinPath(path), description];
  });
  const legal = legalNames.map((name): Entry => {
    const { title, description } = headingOf(readLegal(name, facts));
    return [title, twinPath(`/${name}`), description];
  });
  return [
    '# Partbook',
    `> ${homeLead}`,
    `A song is split by one call with a public link to it; the parts come back as download links and as a practice room in the browser. Every call acts for one account, with \`Authorization: Bearer\` and an API key (made by a person at ${siteUrl}/developers) or an OAuth access token. Every page of the site is markdown too: add \`.md\` to its address, or send \`Accept: text/markdown\`.`,
    '## Interfaces',
    list(siteUrl, [
      ['REST API', '/docs/api.md', `every operation, with examples; the base address is ${siteUrl}/api/v1`],
      ['OpenAPI document', '/api/v1/openapi.json', 'the same as OpenAPI 3.1'],
      [
        'MCP server',
        '/docs/mcp.md',
        `${siteUrl}/mcp, and ${siteUrl}/mcp/account for clients that ask for sign-in first`,
      ],
      [
        'Agent endpoint (A2A 1.0)',
        '/docs/a2a.md',
        `${siteUrl}/a2a; its card is ${siteUrl}/.well-known/agent-card.json`,
      ],
      ['OAuth server metadata', '/.well-known/oauth-authorization-server', 'RFC 8414'],
    ]),
    '## Guides',
    list(siteUrl, guides),
    '## Optional',
    list(siteUrl, [
      ['Home', '/index.md', 'what Partbook is'],
      ['Pricing', '/pricing.md', 'plans and credits of this installation'],
      ...legal,
      ['All of it in one file', '/llms-full.txt', 'every page above, one after the other'],
    ]),
    '',
  ].join('\n\n');
};

export const serveLlmsText = async (request: Request): Promise<Response> =>
  answerText(request, llmsText(await siteFacts()), { type: plainType, cache });

export const serveLlmsFullText = async (request: Request): Promise<Response> => {
  const facts = await siteFacts();
  const pages = listedPaths.map(
    (path) => `<!-- ${facts.siteUrl}${path} -->\n\n${listedMarkdown(path, facts)?.trim() ?? ''}\n`,
  );
  return answerText(request, pages.join('\n---\n\n'), { type: plainType, cache });
};

/** Share links are not listed anywhere: who has one was given it. */
export const serveRobots = async (request: Request): Promise<Response> => {
  const { siteUrl } = await siteFacts();
  const lines = [
    'User-agent: *',
    'Allow: /api/v1/openapi.json',
    ...['/api/', '/files/', '/storage/', '/share/', '/oauth/'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}/sitemap.xml`,
    '',
  ];
  return answerText(request, lines.join('\n'), { type: plainType, cache });
};

const escapeXml = (text: string): string =>
  text.replace(/[<>&'"]/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

export const serveSitemap = async (request: Request): Promise<Response> => {
  const { siteUrl } = await siteFacts();
  const urls = listedPaths.map((path) => `  <url><loc>${escapeXml(siteUrl + path)}</loc></url>`);
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
  return answerText(request, xml, { type: 'application/xml; charset=utf-8', cache });
};
