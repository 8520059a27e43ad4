// What a page of the documentation, or of the small print, shows.
import { docsNavigation, type NavigationGroup } from './docs-navigation.ts';
import type { Block } from './markdown/markdown-tree.ts';
import { parseMarkdown } from './markdown/parse-markdown.ts';
import { type GuideName, guideNames, guidePath, type LegalName } from './page-paths.ts';
import { headingOf, readGuide, readLegal } from './read-guide.ts';
import { siteFacts } from './site-facts.ts';

export type Doc = { path: string; title: string; description: string; blocks: Block[] };
export type DocPage = Doc & { navigation: NavigationGroup[] };

const guideOf = (slug: readonly string[]): GuideName | null => {
  const [name, ...more] = slug;
  if (name === undefined) return 'index';
  return more.length === 0 ? (guideNames.find((known) => known === name) ?? null) : null;
};

/** Null where there is no such guide. */
export const loadGuide = async (slug: readonly string[]): Promise<DocPage | null> => {
  const name = guideOf(slug);
  if (name === null) return null;
  const facts = await siteFacts();
  const text = readGuide(name, facts);
  return {
    path: guidePath(name),
    ...headingOf(text),
    blocks: parseMarkdown(text),
    navigation: docsNavigation(facts),
  };
};

export const loadLegal = async (name: LegalName): Promise<Doc> => {
  const text = readLegal(name, await siteFacts());
  return { path: `/${name}`, ...headingOf(text), blocks: parseMarkdown(text) };
};
