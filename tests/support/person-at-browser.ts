// A person who follows an app's link, reads the consent page and answers it; with and without a real browser.
import assert from 'node:assert/strict';
import type { Browser } from 'playwright-core';
import type { TestAccount } from './accounts.ts';

export type Answerer = (authorizationUrl: URL) => Promise<URL>;

/** Opens the page, sends the form as the browser would, and gives the address the app is called back at. */
export const approveByForm =
  (site: string, account: TestAccount): Answerer =>
  async (authorizationUrl) => {
    const headers = { cookie: account.cookie };
    const page = await (await fetch(authorizationUrl, { headers, redirect: 'manual' })).text();
    const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '';
    const response = await fetch(`${site}/oauth/authorize`, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, origin: 'null', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({
        request_id: field('request_id'),
        csrf_token: field('csrf_token'),
        decision: 'approve',
      }),
    });
    assert.equal(response.status, 303, page);
    return new URL(response.headers.get('location') ?? '');
  };

/** The same with a mouse. `signInLink` opens the session first, through the site's own sign-in. */
export const approveInBrowser =
  (browser: Browser, signInLink: string): Answerer =>
  async (authorizationUrl) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    try {
      const page = await context.newPage();
      await page.goto(signInLink);
      await page.goto(authorizationUrl.href);
      const back = page.waitForRequest((request) => new URL(request.url()).searchParams.has('code'));
      await page.getByRole('button', { name: 'Approve' }).click({ noWaitAfter: true });
      return new URL((await back).url());
    } finally {
      await context.close();
    }
  };
