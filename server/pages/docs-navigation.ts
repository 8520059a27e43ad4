// What stands beside every page of the documentation, in groups.
import { apiReferencePath, type GuideName, guidePath } from './page-paths.ts';
import { guideHeading } from './read-guide.ts';
import type { SiteFacts } from './site-facts.ts';

type NavigationLink = { path: string; title: string };
export type NavigationGroup = { title: string; links: NavigationLink[] };

const groups: readonly (readonly [title: string, names: readonly (GuideName | 'api')[]])[] = [
  ['For musicians', ['getting-started', 'practice-room', 'library', 'setlists']],
  ['For programs', ['quick-start', 'api', 'mcp', 'a2a', 'oauth']],
  ['For operators', ['self-hosting', 'models', 'troubleshooting']],
];

export const docsNavigation = (facts: SiteFacts): NavigationGroup[] =>
  groups.map(([title, names]) => ({
    title,
    links: names.map((name) =>
      name === 'api'
        ? { path: apiReferencePath, title: 'API reference' }
        : { path: guidePath(name), title: guideHeading(name, facts).title },
    ),
  }));
