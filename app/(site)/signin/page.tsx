// Sign-in: an e-mailed link, or GitHub and Google where the operator set them.
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { pageSession } from '../../../server/auth/page-session.ts';
import { signInChoices } from '../../../server/auth/sign-in-choices.ts';
import { PageShell } from '../../_ui/page-shell.tsx';
import { Notice } from '../../_ui/notice.tsx';
import { ownPath } from './own-path.ts';
import { SignInForm } from './sign-in-form.tsx';
import styles from './signin.module.css';

export const metadata: Metadata = { title: 'Sign in' };
export const dynamic = 'force-dynamic';

const sentences: Readonly<Record<string, string>> = {
  Verification: 'That link was already used or is older than 15 minutes. Ask for a new one.',
  EmailSignin: 'The mail could not be sent. Check the address, or try again in an hour.',
  OAuthAccountNotLinked: 'This e-mail address signed in another way before. Use that way.',
  AccessDenied: 'The sign-in was refused. Try another way.',
  TooMany: 'Too many sign-ins were asked for from here. Try again in an hour.',
};

type Search = Promise<Record<string, string | string[] | undefined>>;

export default async function SignInPage({ searchParams }: { searchParams: Search }) {
  const search = await searchParams;
  const callbackPath = ownPath(search['callbackUrl']);
  if (await pageSession()) redirect(callbackPath);
  const { providers, sendsMail } = await signInChoices();
  const error = typeof search['error'] === 'string' ? search['error'] : null;
  return (
    <PageShell width="prose">
      <section className={styles['sheet']}>
        <h1>Sign in</h1>
        <p className={styles['lead']}>
          No password. We send a link to your e-mail address; a first sign-in makes your account.
        </p>
        {error && (
          <Notice tone="bad" alert>
            {sentences[error] ?? 'The sign-in did not work. Please try again.'}
          </Notice>
        )}
        <SignInForm providers={providers} callbackPath={callbackPath} />
        {!sendsMail && (
          <p className={styles['small']}>
            This installation sends no mail yet: its operator finds the link in <code>.data/outbox/</code>.
          </p>
        )}
      </section>
    </PageShell>
  );
}
