// The developers page: API keys and connected apps of the signed-in person.
import type { Metadata } from 'next';
import { requirePageSession } from '../../../server/auth/page-session.ts';
import { AccountShell } from '../_account/account-shell.tsx';
import { ConnectedApps } from './connected-apps.tsx';
import styles from './developers.module.css';
import { KeyList } from './key-list.tsx';

export const metadata: Metadata = { title: 'Developers' };
export const dynamic = 'force-dynamic';

export default async function DevelopersPage() {
  await requirePageSession('/developers');
  return (
    <AccountShell>
      <h1>Developers</h1>
      <p className={styles['lead']}>
        The same songs, allowance and limits as on the site, through a <a href="/docs/api">REST API</a>, an{' '}
        <a href="/docs/mcp">MCP server</a> and an <a href="/docs/a2a">agent endpoint</a>.
      </p>
      <KeyList />
      <ConnectedApps />
    </AccountShell>
  );
}
