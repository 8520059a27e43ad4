// The small print: privacy and terms.
import { pageSession } from '../../../server/auth/page-session.ts';
import type { Doc } from '../../../server/pages/load-doc.ts';
import { SiteShell } from '../_site/site-shell.tsx';
import styles from './legal-page.module.css';
import { MarkdownView } from './markdown-view.tsx';
import prose from './markdown-view.module.css';
import { classNames } from '../../_ui/class-names.ts';

export async function LegalPage({ doc }: { doc: Doc }) {
  const session = await pageSession();
  return (
    <SiteShell signedIn={session !== null}>
      <article className={classNames(prose['prose'], styles['legal'])}>
        <MarkdownView blocks={doc.blocks} />
      </article>
    </SiteShell>
  );
}
