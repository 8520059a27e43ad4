// Reads a guide, written once in markdown under docs/, and fills in what depends on the contract and the installation.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { guideFillers } from './guide-fillers.ts';
import { absoluteLinks } from './markdown/absolute-links.ts';
import { type GuideName, guidePath, type LegalName } from './page-paths.ts';
import type { SiteFacts } from './site-facts.ts';

type Text = { folder: 'guides'; name: GuideName } | { folder: 'legal'; name: LegalName };

const texts = new Map<string, string>();

/** The web process runs in the project's folder. */
const readText = ({ folder, name }: Text): string => {
  const file = path.join(process.cwd(), 'docs', folder, `${name}.md`);
  const text = texts.get(file) ?? readFileSync(file, 'utf8');
  texts.set(file, text);
  return text;
};

const fill = (text: string, facts: SiteFacts): string => {
  const fillers = guideFillers(facts);
  return text.replace(/\{\{([a-z_]+)\}\}/g, (whole, name: string) => {
    const filler = fillers[name];
    if (filler === undefined) throw new Error(`no guide filler ${whole}`);
    return typeof filler === 'string' ? filler : filler();
  });
};

export const readGuide = (name: GuideName, facts: SiteFacts): string =>
  fill(readText({ folder: 'guides', name }), facts);

export const readLegal = (name: LegalName, facts: SiteFacts): string =>
  fill(readText({ folder: 'legal', name }), facts);

type Heading = { path: string; title: string; description: string };

/** A text begins with its title, and its first paragraph says what it is about. */
export const headingOf = (text: string): Omit<Heading, 'path'> => {
  const [, title = '', description = ''] = /^# (.+)\n\n((?:.+\n?)+)/.exec(text) ?? [];
  return { title, description: description.trim().replace(/\s+/g, ' ') };
};

export const guideHeading = (name: GuideName, facts: SiteFacts): Heading => ({
  path: guidePath(name),
  ...headingOf(readGuide(name, facts)),
});

/** The form for readers that are not on the site: links lead somewhere from wherever the text is read. */
export const guideMarkdown = (name: GuideName, facts: SiteFacts): string =>
  absoluteLinks(readGuide(name, facts), facts.siteUrl);

export const legalMarkdown = (name: LegalName, facts: SiteFacts): string =>
  absoluteLinks(readLegal(name, facts), facts.siteUrl);
