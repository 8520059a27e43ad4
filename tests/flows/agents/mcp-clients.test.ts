// M18, O19: the real MCP clients, anonymous, lazily through OAuth, and from scratch on /mcp/account with refresh.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { mcpToolNames } from '../../../server/contract/mcp-tools.ts';
import { createTestAccount, type TestAccount } from '../../support/accounts.ts';
import { launchChromium } from '../../support/chromium.ts';
import { connectMcp, KeptOAuth } from '../../support/mcp-clients.ts';
import { approveByForm, approveInBrowser } from '../../support/person-at-browser.ts';
import { startTestSite, type TestSite } from '../../support/test-site.ts';

let site: TestSite;
let account: TestAccount;

before(async () => {
  site = await startTestSite();
  account = await createTestAccount(site.db);
});
after(() => site.stop());

/** A function, so that the compiler does not remember an earlier look. */
const resourceAsked = ({ asked }: KeptOAuth) => asked?.searchParams.get('resource');

for (const version of ['v1', 'v2'] as const) {
  test(`M18: SDK ${version}, anonymous: lists the tools and calls the public ones`, async () => {
    const client = await connectMcp(version, `${site.url}/mcp`);
    assert.deepEqual(await client.toolNames(), mcpToolNames);
    const { structuredContent } = await client.call('get_task_url', { task: 'pricing' });
    assert.deepEqual(structuredContent, { url: `${site.url}/pricing` });
    await client.close();
  });

  test(`M18: SDK ${version}, lazily: OAuth starts at the first protected tool`, async () => {
    const oauth = new KeptOAuth();
    const client = await connectMcp(version, `${site.url}/mcp`, oauth, approveByForm(site.url, account));
    await client.call('get_capabilities', {});
    assert.equal(oauth.asked, undefined);
    const { structuredContent } = await client.call('get_my_account', {});
    assert.equal(resourceAsked(oauth), `${site.url}/mcp`);
    assert.equal(structuredContent?.['plan'], 'free');
    await client.close();
  });

  test(`M18: SDK ${version}, from scratch on /mcp/account, and again with the refresh token alone`, async () => {
    const oauth = new KeptOAuth();
    const url = `${site.url}/mcp/account`;
    const client = await connectMcp(version, url, oauth, approveByForm(site.url, account));
    assert.ok(oauth.asked);
    assert.deepEqual(await client.toolNames(), mcpToolNames);
    await client.close();

    const before_ = oauth.refreshToken;
    oauth.spoilAccessToken();
    oauth.asked = undefined;
    const again = await connectMcp(version, url, oauth);
    assert.equal((await again.call('get_my_account', {})).structuredContent?.['plan'], 'free');
    assert.equal(oauth.asked, undefined);
    assert.notEqual(oauth.refreshToken, before_);
    await again.close();
  });

  test(`M18: SDK ${version}: an error of a tool reaches the client in the contract’s form`, async () => {
    const oauth = new KeptOAuth();
    const client = await connectMcp(version, `${site.url}/mcp`, oauth, approveByForm(site.url, account));
    const answer = await client.call('get_split', { split_id: 'split_0000000000000000000000' });
    assert.equal(answer.isError, true);
    assert.equal(answer.structuredContent?.['error'], 'not_found');
    await client.close();
  });
}

test('O19: a person approves in a real browser, without JavaScript, after signing in by the link', async () => {
  const browser = await launchChromium();
  try {
    const oauth = new KeptOAuth();
    const answer = approveInBrowser(browser, site.ownerLink);
    const client = await connectMcp('v2', `${site.url}/mcp/account`, oauth, answer);
    assert.equal((await client.call('get_my_account', {})).structuredContent?.['plan'], 'pro');
    await client.close();
  } finally {
    await browser.close();
  }
});
