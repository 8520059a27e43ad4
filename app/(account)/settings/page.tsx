// Settings: the name, where one is signed in, one's data, and the end of the account.
import type { Metadata } from 'next';
import { requirePageSession } from '../../../server/auth/page-session.ts';
import { AccountShell } from '../_account/account-shell.tsx';
import { DeleteAccount } from './delete-account.tsx';
import { ExportData } from './export-data.tsx';
import { NameForm } from './name-form.tsx';
import { Sessions } from './sessions.tsx';
import styles from './settings.module.css';

export const metadata: Metadata = { title: 'Settings' };

export default async function SettingsPage() {
  const { account } = await requirePageSession('/settings');
  return (
    <AccountShell>
      <div className={styles['settings']}>
        <h1>Settings</h1>
        <p>
          Signed in as <strong>{account.email}</strong>, on the {account.plan === 'pro' ? 'Pro' : 'Free'}{' '}
          plan.
        </p>
        <NameForm name={account.name ?? ''} />
        <Sessions />
        <ExportData />
        <DeleteAccount email={account.email} />
      </div>
    </AccountShell>
  );
}
