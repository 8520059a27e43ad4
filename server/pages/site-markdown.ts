// The home and pricing pages in markdown, from the same words and numbers as their HTML.
import { products } from '../contract/models.ts';
import { table } from './guide-fillers.ts';
import { homeLead, homeOffers, homeSteps, homeTitle } from './home-words.ts';
import { isPlace, type PlacePath, places, twinPath } from './page-paths.ts';
import { creditWords, planRows, upgradeWords } from './plan-offer.ts';
import type { SiteFacts } from './site-facts.ts';

const more = (siteUrl: string): string =>
  [
    '## More',
    '',
    `- [Guides](${siteUrl}${twinPath('/docs')}), [API reference](${siteUrl}/docs/api.md), [OpenAPI document](${siteUrl}/api/v1/openapi.json)`,
    `- [MCP server](${siteUrl}/docs/mcp.md) at ${siteUrl}/mcp, [agent endpoint](${siteUrl}/docs/a2a.md) at ${siteUrl}/a2a`,
    `- [Pricing](${siteUrl}/pricing.md), [everything for language models](${siteUrl}/llms.txt)`,
  ].join('\n');

export const homeMarkdown = ({ siteUrl }: SiteFacts): string =>
  [
    `# Partbook: ${homeTitle}`,
    homeLead,
    '## How it works',
    homeSteps.map(([title, words], index) => `${index + 1}. **${title}.** ${words}`).join('\n'),
    '## Three ways to split',
    table(
      ['Name', 'Model', 'Parts', 'For whom'],
      homeOffers.map(({ model, words }) => [
        products[model].name,
        `\`${model}\``,
        products[model].stems.join(', '),
        words,
      ]),
    ),
    more(siteUrl),
    '',
  ].join('\n\n');

export const pricingMarkdown = (facts: SiteFacts): string =>
  [
    '# Pricing',
    creditWords,
    table(['What you get', 'Free', 'Pro'], planRows(facts)),
    facts.checkoutUrl ? `[Get Pro or credits](${facts.checkoutUrl})` : upgradeWords,
    '',
  ].join('\n\n');

const placeMarkdown = (path: PlacePath, siteUrl: string): string => {
  const { title, words } = places[path];
  const programs =
    path === '/developers' || path === '/signin'
      ? `A program acts for a person with an API key that they made at ${siteUrl}/developers, or by [OAuth](${siteUrl}/docs/oauth.md).`
      : `A program does the same through the [API](${siteUrl}/docs/quick-start.md), [MCP](${siteUrl}/docs/mcp.md) or the [agent endpoint](${siteUrl}/docs/a2a.md).`;
  return `# ${title}\n\n${words} It needs a signed-in person in a browser: ${siteUrl}${path}\n\n${programs}\n`;
};

export const placeOrNull = (path: string, siteUrl: string): string | null =>
  isPlace(path) ? placeMarkdown(path, siteUrl) : null;
