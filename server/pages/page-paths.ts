// The addresses of every page that anybody may read, in the order of the navigation.
export const guideNames = [
  'getting-started',
  'practice-room',
  'library',
  'setlists',
  'quick-start',
  'mcp',
  'a2a',
  'oauth',
  'self-hosting',
  'models',
  'troubleshooting',
] as const;
export type GuideName = (typeof guideNames)[number] | 'index';

export const guidePath = (name: GuideName): string => (name === 'index' ? '/docs' : `/docs/${name}`);

export const apiReferencePath = '/docs/api';
export const legalNames = ['privacy', 'terms'] as const;
export type LegalName = (typeof legalNames)[number];

/** What search engines and llms.txt are told of. */
export const listedPaths: readonly string[] = [
  '/',
  '/pricing',
  '/docs',
  ...guideNames.map(guidePath),
  apiReferencePath,
  ...legalNames.map((name) => `/${name}`),
];

/** Pages of a signed-in person: their markdown says what they are for and what a program does instead. */
export const places = {
  '/signin': {
    title: 'Sign in',
    words:
      'Signs a person in by a link sent to their e-mail address, or with GitHub or Google where the operator offers it.',
  },
  '/library': {
    title: 'Library',
    words:
      'Where a person uploads songs or pastes links, follows their progress, renames, downloads, shares and deletes them.',
  },
  '/setlists': {
    title: 'Setlists',
    words: 'Where a person on Pro puts songs of the library in an order behind one link.',
  },
  '/developers': {
    title: 'Developers',
    words: 'Where a person makes and revokes API keys and disconnects apps. No program can do this for them.',
  },
  '/settings': {
    title: 'Settings',
    words: 'Where a person changes their name, exports their data, ends sessions, and deletes the account.',
  },
} as const satisfies Record<string, { title: string; words: string }>;
export type PlacePath = keyof typeof places;
export const isPlace = (path: string): path is PlacePath => Object.hasOwn(places, path);

const sharePath = /^\/[sl]\/[0-9A-Za-z]{22}$/;
const known = new Set([...listedPaths, ...Object.keys(places)]);

const withoutSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

/** The page an address leads to, in its one true form; null where there is none that anybody may read. */
export const pageAt = (address: string): string | null => {
  const path = withoutSlash(address);
  return known.has(path) || sharePath.test(path) ? path : null;
};

/** The page whose markdown stands at this address: /docs/mcp.md is that of /docs/mcp. */
export const twinOf = (address: string): string | null => {
  if (!address.endsWith('.md')) return null;
  const path = address.slice(0, -'.md'.length);
  if (path === '/index') return '/';
  return path.endsWith('/') ? null : pageAt(path);
};

export const twinPath = (path: string): string => (path === '/' ? '/index.md' : `${path}.md`);
