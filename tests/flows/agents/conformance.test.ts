// M17: the protocol's own conformance kit, at both revisions and for the authorization server, on a Node it runs on.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { inProject } from '../../../server/supervisor/project-paths.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { OAuthApp } from '../../support/oauth-app.ts';
import { approveByForm } from '../../support/person-at-browser.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

const kitFolder = inProject('conformance');
const kit = inProject('conformance/node_modules/@modelcontextprotocol/conformance/dist/index.js');
const runMs = 240_000;

type Run = { code: number | null; output: string };

const run = (command: string, args: readonly string[], hear?: (output: string) => void): Promise<Run> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: kitFolder, stdio: ['ignore', 'pipe', 'pipe'], timeout: runMs });
    let output = '';
    const take = (data: Buffer) => {
      output += data.toString();
      hear?.(output);
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });

/** The kit needs Node 22; its folder brings one where this one is older. */
const newerNode = (): string => {
  if (Number(process.versions.node.split('.')[0]) >= 22) return process.execPath;
  const names = [`node-${process.platform}-${process.arch}`, `node-bin-${process.platform}-${process.arch}`];
  const places = names.map((name) => inProject(`conformance/node_modules/${name}/bin/node`));
  const found = places.find((place) => existsSync(place));
  assert.ok(found, `no newer Node in ${places.join(' or ')}; run the tests with Node 22 or later`);
  return found;
};

let site: TestSite;
before(async () => {
  if (!existsSync(kit)) {
    const installed = await run('npm', ['ci', '--ignore-scripts']);
    assert.equal(installed.code, 0, installed.output);
  }
  site = await startTestSite();
});
after(() => site.stop());

for (const revision of ['2025-11-25', '2026-07-28']) {
  test(`M17: everything of ${revision} that needs no fixture passes; the baseline says what does and why`, async () => {
    const baseline = inProject(`conformance/baseline-${revision}.yml`);
    const { code, output } = await run(newerNode(), [
      kit, 'server', '--url', `${site.url}/mcp`, '--requirements', revision, '--expected-failures', baseline,
    ]); // prettier-ignore
    assert.equal(code, 0, output.slice(-4000));
  });
}

const applicable = {
  'server-initialize': '2025-11-25',
  ping: '2025-11-25',
  'tools-list': '2026-07-28',
  'resources-list': '2026-07-28',
  'prompts-list': '2026-07-28',
  'dns-rebinding-protection': '2026-07-28',
  'http-header-validation': '2026-07-28',
  caching: '2026-07-28',
  'sep-2164-resource-not-found': '2026-07-28',
  'input-required-result-unsupported-methods': '2026-07-28',
} as const;

test('M17: each scenario that applies passes whole', async () => {
  for (const [scenario, revision] of Object.entries(applicable)) {
    const { output } = await run(newerNode(), [
      kit, 'server', '--url', `${site.url}/mcp`, '--scenario', scenario, '--spec-version', revision,
    ]); // prettier-ignore
    assert.match(output, /Passed: (\d+)\/\1, 0 failed/, output.slice(-3000));
  }
});

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

test('M17: the kit’s authorization command passes', async () => {
  const account = await createTestAccount(site.db);
  const port = await freePort();
  const app = await OAuthApp.register(site.url, `http://127.0.0.1:${port}/callback`, 'conformance kit');
  let answered: Promise<unknown> | undefined;
  const follow = async (url: URL) => fetch(await approveByForm(site.url, account)(url));
  const answer = (output: string) => {
    const url = /^http\S+\/oauth\/authorize\?\S+$/m.exec(output)?.[0];
    if (!url || !output.includes('Callback server started')) return;
    answered ??= follow(new URL(url));
  };
  const { code, output } = await run(
    newerNode(),
    [
      kit,
      'authorization',
      '--url',
      site.url,
      '--client-id',
      app.clientId,
      '--resource',
      `${site.url}/mcp`,
      '-p',
      String(port),
    ],
    answer,
  );
  await answered;
  assert.equal(code, 0, output.slice(-4000));
});
