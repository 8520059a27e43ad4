// A site and a browser for all tests of a file: started before the first, stopped after the last.
import { after, before } from 'node:test';
import type { Browser } from 'playwright-core';
import { launchChromium } from './chromium.ts';
import { startTestSite, type TestSite } from './test-site.ts';

export type BrowsedSite = { site: TestSite; browser: Browser };

/**
 * Call it once at the head of a file; both are there from the first test on, and what `prepare` made. A hook of the file's
 * own would not wait for this one: the runner starts all hooks of a file at once.
 */
export const browsedSite = (prepare?: (house: BrowsedSite) => Promise<void>): BrowsedSite => {
  const house = {} as BrowsedSite;
  before(async () => {
    house.site = await startTestSite();
    house.browser = await launchChromium();
    await prepare?.(house);
  });
  after(async () => {
    await house.browser?.close();
    await house.site?.stop();
  });
  return house;
};
