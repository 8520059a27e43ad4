// A browser context in which an account of a test is signed in, with what goes wrong in its pages noted.
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { TestAccount } from './accounts.ts';

export type SignedIn = { context: BrowserContext; page: Page; errors: string[] };

/** A loaded machine takes its time; nothing here waits longer than it must. */
const patienceMs = 60_000;

export const openSignedIn = async (
  browser: Browser,
  site: string,
  account: Pick<TestAccount, 'cookie'> | null,
  options: BrowserContextOptions = {},
): Promise<SignedIn> => {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(patienceMs);
  if (account) {
    const [name = '', value = ''] = account.cookie.split('=');
    await context.addCookies([{ name, value, url: site, httpOnly: true, sameSite: 'Lax' }]);
  }
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  return { context, page, errors };
};
