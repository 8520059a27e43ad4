// What is shown when a page fails: what to do, and nothing of why.
'use client';
import { Button } from './_ui/button.tsx';
import { EmptyState } from './_ui/empty-state.tsx';
import { PageShell } from './_ui/page-shell.tsx';

export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <PageShell width="prose">
      <EmptyState
        level={1}
        title="This page did not come together"
        action={<Button onClick={reset}>Try again</Button>}
      >
        <p>
          Something went wrong on our side; nothing of yours is lost. If it stays, tell the operator of this
          site.
        </p>
      </EmptyState>
    </PageShell>
  );
}
