// The real browser for tests: Debian's Chromium, driven by playwright-core.
import { existsSync } from 'node:fs';
import { chromium, type Browser } from 'playwright-core';

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const findChromium = (): string => {
  const chosen = process.env['CHROMIUM_PATH'];
  const found = chosen === undefined ? places.find((place) => existsSync(place)) : chosen;
  if (found !== undefined && existsSync(found)) return found;
  throw new Error(
    'No Chromium was found: install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to the program.',
  );
};

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findChromium(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--no-first-run',
      '--autoplay-policy=no-user-gesture-required',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
