// The script a page loads in a browser, gzipped: what its document asks for, and what the page fetches afterwards by itself.
import { gzipSync } from 'node:zlib';
import type { Browser, Response } from 'playwright-core';

export interface LoadedScript {
  path: string;
  gzippedBytes: number;
  /** Asked for by the document: the page answers its reader once these are there. */
  isFirst: boolean;
}

/** Loads a page whose `ready` element says that everything of it is there. */
export const loadScripts = async (browser: Browser, url: string, ready: string): Promise<LoadedScript[]> => {
  const page = await browser.newPage();
  const answers: Response[] = [];
  page.on('response', (answer) => {
    if (answer.request().resourceType() === 'script') answers.push(answer);
  });
  const document = await page.goto(url);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  const html = (await document?.text()) ?? '';
  const asked = new Set([...html.matchAll(/<script[^>]* src="([^"?]+)/g)].map(([, src]) => src));
  const scripts: LoadedScript[] = [];
  for (const answer of answers) {
    const path = new URL(answer.url()).pathname;
    const body = await answer.body();
    scripts.push({ path, gzippedBytes: gzipSync(body).length, isFirst: asked.has(path) });
  }
  await page.close();
  return scripts;
};

export const sumOfBytes = (scripts: readonly LoadedScript[]): number =>
  scripts.reduce((sum, { gzippedBytes }) => sum + gzippedBytes, 0);
