// What is shown where nothing is.
import type { Metadata } from 'next';
import { ButtonLink } from './_ui/button.tsx';
import { EmptyState } from './_ui/empty-state.tsx';
import { PageShell } from './_ui/page-shell.tsx';

export const metadata: Metadata = { title: 'Nothing here' };

export default function NotFound() {
  return (
    <PageShell width="prose">
      <EmptyState level={1} title="Nothing here" action={<ButtonLink href="/">To the home page</ButtonLink>}>
        <p>The address may be mistyped, or what stood here was deleted.</p>
      </EmptyState>
    </PageShell>
  );
}
