// Says that the sign-in link is on its way.
import type { Metadata } from 'next';
import { signInChoices } from '../../../../server/auth/sign-in-choices.ts';
import { ButtonLink } from '../../../_ui/button.tsx';
import { EmptyState } from '../../../_ui/empty-state.tsx';
import { PageShell } from '../../../_ui/page-shell.tsx';

export const metadata: Metadata = { title: 'Check your mail' };
export const dynamic = 'force-dynamic';

export default async function SentPage() {
  const { sendsMail } = await signInChoices();
  return (
    <PageShell width="prose">
      <EmptyState
        level={1}
        title="Check your mail"
        action={<ButtonLink href="/signin">Use another address</ButtonLink>}
      >
        {sendsMail ? (
          <p>A sign-in link is on its way. It works once, for 15 minutes.</p>
        ) : (
          <p>
            This installation sends no mail yet. Its operator finds the link in <code>.data/outbox/</code>; it
            works once, for 15 minutes.
          </p>
        )}
      </EmptyState>
    </PageShell>
  );
}
