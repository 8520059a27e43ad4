// A person signs in by a mailed link through real SMTP, makes a key, uses it, revokes it, and leaves, in a real browser.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { startApp, type RunningApp } from '../support/app-server.ts';
import { launchChromium } from '../support/chromium.ts';
import { openTestDb } from '../support/accounts.ts';

const email = 'ann@example.org';
const mails: { to: string; text: string }[] = [];

const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      mails.push({
        to: session.envelope.rcptTo.map(({ address }) => address).join(','),
        text: Buffer.concat(chunks).toString(),
      });
      done();
    });
  },
});

let app: RunningApp;
let browser: Browser;
let context: BrowserContext;
let page: Page;

before(async () => {
  const listening = sink.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as AddressInfo;
  app = await startApp({
    withWorker: false,
    withEngine: false,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Partbook <hello@partbook.example>' },
  });
  browser = await launchChromium();
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  page = await context.newPage();
  page.setDefaultTimeout(60_000);
});
after(async () => {
  await browser?.close();
  await app?.stop();
  await new Promise<void>((resolve) => {
    sink.close(() => resolve());
  });
});

const decodeQuotedPrintable = (text: string): string =>
  text
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

const linkIn = (text: string): string => {
  const plain = decodeQuotedPrintable(text);
  return /http:\/\/\S+\/api\/auth\/callback\/email\?[^\s"<>]+/.exec(plain)?.[0] ?? '';
};

const askForLink = async (at: Page, address: string): Promise<string> => {
  const before = mails.length;
  await at.goto(`${app.url}/signin?callbackUrl=/developers`);
  await at.getByLabel('E-mail address').fill(address);
  await at.getByRole('button', { name: 'Send me a link' }).click();
  await at.getByRole('heading', { name: 'Check your mail' }).waitFor();
  assert.equal(mails.length, before + 1);
  return linkIn(mails.at(-1)?.text ?? '');
};

let link = '';
let key = '';

const me = (): Promise<Response> =>
  fetch(`${app.url}/api/v1/me`, { headers: { authorization: `Bearer ${key}` } });

test('the link arrives by mail, signs in, and leads back to the page that asked', async () => {
  link = await askForLink(page, 'Ann@Example.org');
  assert.equal(mails.at(-1)?.to, email);
  await page.goto(link);
  assert.equal(page.url(), `${app.url}/developers`);
  await page.getByRole('heading', { name: 'API keys' }).waitFor();
});

test('the cookie is closed to scripts, and neither it nor the link stands in the database', async () => {
  const cookie = (await context.cookies()).find(({ name }) => name === 'next-auth.session-token');
  assert.equal(cookie?.httpOnly, true);
  assert.equal(cookie?.sameSite, 'Lax');
  const db = openTestDb(app.databaseUrl);
  const rows = JSON.stringify([await db.session.findMany(), await db.signInLink.findMany()]);
  await db.$disconnect();
  assert.equal(rows.includes(cookie?.value ?? 'none'), false);
  assert.equal(rows.includes(new URL(link).searchParams.get('token') ?? 'none'), false);
});

test('the link works once', async () => {
  const other = await browser.newContext();
  const stranger = await other.newPage();
  await stranger.goto(link);
  await stranger.getByText('already used or is older than 15 minutes').waitFor();
  await other.close();
});

test('a key is made, shown once, copied, and used', async () => {
  await page.getByRole('button', { name: 'New key' }).click();
  await page.getByLabel('Name').fill('practice script');
  await page.getByRole('button', { name: 'Create key' }).click();
  key = (await page.getByTestId('new-key').textContent()) ?? '';
  assert.match(key, /^pb_live_[A-Za-z0-9_-]{43}$/);
  await page.getByRole('button', { name: 'Copy' }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), key);
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('rowheader', { name: 'practice script' }).waitFor();
  assert.equal((await page.content()).includes(key), false);
  assert.equal((await me()).status, 200);
});

test('a revoked key is refused', async () => {
  await page.getByRole('button', { name: 'Revoke practice script' }).click();
  await page.getByRole('button', { name: 'Revoke the key' }).click();
  await page.getByRole('heading', { name: 'No keys yet' }).waitFor();
  assert.equal((await me()).status, 401);
});

test('signing out ends the session, and the page asks for a sign-in', async () => {
  const cookies = await context.cookies();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL(`${app.url}/`);
  await context.addCookies(cookies);
  await page.goto(`${app.url}/developers`);
  assert.match(page.url(), /\/signin\?callbackUrl=%2Fdevelopers$/);
});

test('a sixth mail to one address within the hour is refused with a sentence', async () => {
  const other = await browser.newContext();
  const asker = await other.newPage();
  for (let mail = 0; mail < 5; mail += 1) await askForLink(asker, 'often@example.org');
  await asker.goto(`${app.url}/signin`);
  await asker.getByLabel('E-mail address').fill('often@example.org');
  await asker.getByRole('button', { name: 'Send me a link' }).click();
  await asker.getByText('could not be sent').waitFor();
  await other.close();
});
