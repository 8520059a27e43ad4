// Every public page as HTML and as markdown: which form is given, its headers, and that no link leads nowhere.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { newId, newShareId } from '../../../server/domain/ids.ts';
import { hashSecret } from '../../../server/domain/secrets.ts';
import { listedPaths, places, twinPath } from '../../../server/pages/page-paths.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { anchorsInHtml, linksInHtml, linksInMarkdown } from '../../support/page-links.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const limitMs = 60_000;
const operatorName = 'Choir & <b>Band</b> "Nord"';

let site: TestSite;

before(async () => {
  site = await startTestSite({
    env: { OPERATOR_NAME: operatorName, OPERATOR_CONTACT: 'choir@example.org', FREE_SPLITS_PER_MONTH: '7' },
  });
});
after(async () => {
  await site?.stop();
});

type Page = { status: number; type: string; headers: Headers; text: string };

const get = async (address: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Page> => {
  const response = await fetch(new URL(address, site.url), {
    method,
    headers: { accept: browser, ...headers },
    redirect: 'manual',
    signal: AbortSignal.timeout(limitMs),
  });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, headers: response.headers, text: await response.text() };
};

const html = 'text/html; charset=utf-8';
const markdown = 'text/markdown; charset=utf-8';

describe('a page', () => {
  test('is HTML for browsers, for everything that takes anything, and for who asks for neither', async () => {
    for (const accept of [
      browser,
      '*/*',
      'application/json',
      'text/markdown;q=0.8, text/html',
      'text/*',
      'image/png',
    ]) {
      const page = await get('/docs/mcp', { accept });
      assert.equal(page.status, 200, accept);
      assert.equal(page.type, html, accept);
    }
  });

  test('is markdown for who asks for it, with the same address', async () => {
    for (const accept of [
      'text/markdown',
      'text/markdown;q=0.9, text/html;q=0.8',
      'text/markdown, text/html, */*',
    ]) {
      const page = await get('/docs/mcp', { accept });
      assert.equal(page.type, markdown, accept);
      assert.match(page.text, /^# MCP\n/);
    }
    assert.equal((await get('/docs/mcp/', { accept: 'text/markdown' })).type, markdown);
    assert.equal((await get('/docs/mcp?from=somewhere', { accept: 'text/markdown' })).type, markdown);
  });

  test('answers HEAD as GET, without the text', async () => {
    const page = await get('/docs/mcp', { accept: 'text/markdown' }, 'HEAD');
    assert.equal(page.status, 200);
    assert.equal(page.type, markdown);
    assert.ok(page.headers.get('etag'));
    assert.equal(page.text, '');
    assert.equal((await get('/docs/mcp', {}, 'HEAD')).type, html);
  });

  test('that is not there is 404 in whatever form', async () => {
    assert.equal((await get('/docs/nothing')).status, 404);
    assert.equal((await get('/docs/nothing', { accept: 'text/markdown' })).status, 404);
    assert.equal((await get('/docs/nothing.md')).status, 404);
    assert.equal((await get('/docs/mcp/more')).status, 404);
    assert.equal((await get('/.md')).status, 404);
  });

  test('has its markdown only through its own address', async () => {
    assert.equal((await get('/markdown/docs/mcp')).status, 404);
    assert.equal((await get('/markdown/docs/mcp', { 'x-partbook-markdown': '1' })).status, 404);
  });

  test('a post to a page is not turned into a reading of it', async () => {
    const page = await get('/docs/mcp', { accept: 'text/markdown' }, 'POST');
    assert.notEqual(page.type, markdown);
  });
});

describe('every listed page', () => {
  for (const path of listedPaths) {
    test(`${path}: HTML and markdown say where the other is, and the twin is the same text`, async () => {
      const page = await get(path);
      assert.equal(page.status, 200);
      assert.equal(page.type, html);
      const asked = await get(path, { accept: 'text/markdown' });
      const twin = await get(twinPath(path));
      assert.equal(twin.type, markdown);
      assert.equal(twin.text, asked.text);
      assert.match(twin.text, /^# \S/);
      for (const { headers } of [page, asked, twin]) {
        assert.match(headers.get('vary') ?? '', /\bAccept\b/);
        const link = headers.get('link') ?? '';
        assert.ok(link.includes(`<${site.url}${path}>; rel="canonical"`), link);
        assert.ok(
          link.includes(`<${site.url}${twinPath(path)}>; rel="alternate"; type="text/markdown"`),
          link,
        );
        assert.ok(link.includes(`<${site.url}/llms.txt>; rel="describedby llms-txt"`), link);
        assert.ok(link.includes(`<${site.url}/api/v1/openapi.json>; rel="service-desc"`), link);
      }
      const etag = twin.headers.get('etag') ?? '';
      assert.match(twin.headers.get('cache-control') ?? '', /max-age=\d+/);
      assert.equal((await get(twinPath(path), { 'if-none-match': etag })).status, 304);
      const title = /^# (.+)$/m.exec(twin.text)?.[1] ?? '';
      const words = (/<title>([^<]*)<\/title>/.exec(page.text)?.[1] ?? '').split(' · ')[0] ?? '';
      if (path !== '/') assert.equal(words, title);
    });
  }

  test('stands in the sitemap, and robots.txt leads there', async () => {
    const sitemap = await get('/sitemap.xml');
    assert.match(sitemap.type, /^application\/xml/);
    const urls = [...sitemap.text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = '']) => url);
    assert.deepEqual(
      urls,
      listedPaths.map((path) => site.url + path),
    );
    assert.ok((await get('/robots.txt')).text.includes(`Sitemap: ${site.url}/sitemap.xml`));
  });
});

test('a page of a signed-in person says in markdown what it is for', async () => {
  for (const path of Object.keys(places)) {
    const page = await get(path, { accept: 'text/markdown' });
    assert.equal(page.status, 200, path);
    assert.equal(page.type, markdown, path);
    assert.ok(page.text.includes(`${site.url}${path}`), page.text);
  }
});

test('the operator of this installation is named, as text', async () => {
  const page = await get('/privacy');
  assert.ok(page.text.includes('Choir &amp; &lt;b&gt;Band&lt;/b&gt;'));
  assert.ok(!page.text.includes('<b>Band</b>'));
  assert.ok(linksInHtml(page.text).includes('mailto:choir@example.org'));
  assert.ok((await get('/terms.md')).text.includes(operatorName));
});

test('prices in both forms are those of this installation', async () => {
  assert.match((await get('/pricing.md')).text, /\| Songs a month \| 7 \| 200 \|/);
  assert.match((await get('/pricing')).text, />7<\/td>/);
});

describe('a shared song', () => {
  test('is told in markdown to whoever has the link, its name as text; a deleted one is gone', async () => {
    const { id: accountId } = await createTestAccount(site.db);
    const id = newId('split');
    const shareId = newShareId();
    await site.db.split.create({
      data: {
        id,
        accountId,
        sequence: 1n,
        status: 'processing',
        progress: 40,
        model: 'fast',
        name: 'Blue [Room](https://evil.example) #1',
        nameChosen: true,
        sourceKind: 'stored',
        sourceKey: `splits/${id}/source`,
        charged: 'allowance',
        shareId,
      },
    });
    for (const page of [
      await get(`/s/${shareId}.md`),
      await get(`/s/${shareId}`, { accept: 'text/markdown' }),
    ]) {
      assert.equal(page.status, 200);
      assert.equal(page.type, markdown);
      assert.equal(page.headers.get('cache-control'), 'no-store');
      assert.deepEqual(linksInMarkdown(page.text), []);
      assert.match(page.text, /processing, 40 %/);
    }
    await site.db.split.delete({ where: { id } });
    assert.equal((await get(`/s/${shareId}.md`)).status, 404);
    await site.db.deadShare.create({ data: { shareHash: hashSecret(shareId) } });
    assert.equal((await get(`/s/${shareId}.md`)).status, 410);
    assert.equal((await get(`/l/${newShareId()}.md`)).status, 404);
  });
});

describe('for machines', () => {
  test('llms.txt lists every page, and llms-full.txt holds them', async () => {
    const index = await get('/llms.txt');
    assert.match(index.type, /^text\/plain; charset=utf-8/);
    assert.match(index.text, /^# Partbook\n\n> /);
    const full = await get('/llms-full.txt');
    for (const path of listedPaths) {
      if (path !== '/docs') assert.ok(index.text.includes(`(${site.url}${twinPath(path)})`), path);
      const twin = await get(twinPath(path));
      assert.ok(full.text.includes(twin.text.trim()), path);
    }
  });

  test('documentation that other documents point to is there', async () => {
    const read = async (address: string): Promise<Record<string, unknown>> =>
      JSON.parse((await get(address)).text) as Record<string, unknown>;
    const card = await read('/.well-known/agent-card.json');
    const server = await read('/.well-known/oauth-authorization-server');
    const resources = await Promise.all(
      ['', '/api/v1', '/mcp', '/mcp/account', '/a2a'].map((path) =>
        read(`/.well-known/oauth-protected-resource${path}`),
      ),
    );
    const pointed = [
      card['documentationUrl'],
      server['service_documentation'],
      ...resources.map((resource) => resource['resource_documentation']),
    ];
    assert.equal(pointed.length, 7);
    for (const url of pointed) {
      assert.ok(String(url).startsWith(`${site.url}/docs`), String(url));
      assert.equal((await get(String(url))).status, 200, String(url));
    }
  });
});

describe('links', () => {
  /** Read once each; a page of a signed-in person sends a stranger to sign in. */
  const pages = new Map<string, Promise<Page>>();
  const open = (address: string): Promise<Page> => {
    const known = pages.get(address) ?? get(address);
    pages.set(address, known);
    return known;
  };

  const fault = async (from: string, href: string): Promise<string | null> => {
    const target = new URL(href, new URL(from, site.url));
    if (target.origin !== site.url) return null;
    const { status, type, text } = await open(target.pathname + target.search);
    const isSignIn = status >= 300 && status < 400 && Object.keys(places).includes(target.pathname);
    // The library and its neighbours are built and tested on their own.
    if (isSignIn || Object.keys(places).includes(target.pathname)) return null;
    // The page of what is not there may still point into itself.
    if (status !== 200 && target.pathname !== from) return `${from} → ${href}: ${status}`;
    const anchor = decodeURIComponent(target.hash.slice(1));
    if (anchor === '' || !type.startsWith('text/html')) return null;
    return anchorsInHtml(text).has(anchor) ? null : `${from} → ${href}: no such anchor`;
  };

  const faultsOf = async (from: string, hrefs: readonly string[]): Promise<string[]> => {
    const faults: string[] = [];
    for (const href of new Set(hrefs)) {
      if (/^(mailto|https?):/.test(href) && !href.startsWith(site.url)) continue;
      const found = await fault(from, href);
      if (found) faults.push(found);
    }
    return faults;
  };

  test('of every page and its markdown lead somewhere, down to the heading', async () => {
    const faults: string[] = [];
    for (const path of [...listedPaths, '/signin', '/nothing-here']) {
      const { text } = await open(path);
      const hrefs = linksInHtml(text);
      assert.ok(hrefs.length > 5, `${path} has ${hrefs.length} links`);
      faults.push(...(await faultsOf(path, hrefs)));
    }
    for (const path of listedPaths) {
      const { text } = await open(twinPath(path));
      faults.push(...(await faultsOf(path, linksInMarkdown(text))));
    }
    for (const file of ['/llms.txt', '/llms-full.txt']) {
      const hrefs = linksInMarkdown((await open(file)).text).filter((href) => !href.startsWith('#'));
      faults.push(...(await faultsOf(file, hrefs)));
    }
    assert.deepEqual(faults, []);
  });
});
