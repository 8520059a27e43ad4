// GET /markdown/…: a page's markdown. Only the web server leads here, by Accept or for an address that ends in .md.
import { getServices } from '../deps.ts';
import { apiReferenceMarkdown } from './api-reference-markdown.ts';
import { markdownMark, markdownRoute } from './page-negotiation.ts';
import { apiReferencePath, guideNames, guidePath, legalNames } from './page-paths.ts';
import { guideMarkdown, legalMarkdown } from './read-guide.ts';
import { sharedMarkdown } from './shared-markdown.ts';
import { factsOf, type SiteFacts } from './site-facts.ts';
import { homeMarkdown, placeOrNull, pricingMarkdown } from './site-markdown.ts';
import { answerText } from './text-answer.ts';

export const listedMarkdown = (path: string, facts: SiteFacts): string | null => {
  if (path === '/') return homeMarkdown(facts);
  if (path === '/pricing') return pricingMarkdown(facts);
  if (path === apiReferencePath) return apiReferenceMarkdown(facts.siteUrl);
  const guide = (['index', ...guideNames] as const).find((name) => guidePath(name) === path);
  if (guide) return guideMarkdown(guide, facts);
  const legal = legalNames.find((name) => `/${name}` === path);
  return legal ? legalMarkdown(legal, facts) : placeOrNull(path, facts.siteUrl);
};

const nothing = (siteUrl: string, status: 404 | 410 = 404): Response =>
  new Response(
    `# Nothing here\n\nWhat stood here was deleted, or never was. Start at ${siteUrl}/llms.txt.\n`,
    {
      status,
      headers: { 'content-type': 'text/markdown; charset=utf-8', 'cache-control': 'no-store' },
    },
  );

export const serveMarkdown = async (request: Request): Promise<Response> => {
  const services = await getServices();
  const facts = factsOf(services.env);
  if (request.headers.get(markdownMark) !== '1') return nothing(facts.siteUrl);
  const path = new URL(request.url).pathname.slice(markdownRoute.length) || '/';
  const type = 'text/markdown; charset=utf-8';
  const listed = listedMarkdown(path, facts);
  if (listed !== null) return answerText(request, listed, { type, cache: 'public, max-age=300' });
  const shared = await sharedMarkdown(services, path);
  if (shared.status !== 200) return nothing(facts.siteUrl, shared.status);
  return answerText(request, shared.text, { type, cache: 'no-store' });
};
