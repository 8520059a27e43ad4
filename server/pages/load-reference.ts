// What the page of the API reference shows.
import { docsNavigation, type NavigationGroup } from './docs-navigation.ts';
import { type ApiReference, apiReference, referenceIntro } from './reference/api-reference.ts';
import { siteFacts } from './site-facts.ts';

export type ReferencePage = { reference: ApiReference; intro: string; navigation: NavigationGroup[] };

export const loadReference = async (): Promise<ReferencePage> => {
  const facts = await siteFacts();
  return {
    reference: apiReference(facts.siteUrl),
    intro: referenceIntro(facts.siteUrl),
    navigation: docsNavigation(facts),
  };
};
