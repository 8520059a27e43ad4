// The frame of the documentation: all pages at the left, this page's headings at the right; folded on a phone.
import type { ReactNode } from 'react';
import { pageSession } from '../../../server/auth/page-session.ts';
import type { NavigationGroup } from '../../../server/pages/docs-navigation.ts';
import { SiteShell } from '../_site/site-shell.tsx';
import styles from './docs-shell.module.css';
import prose from './markdown-view.module.css';

type PageHeading = { id: string; title: string };

function Groups({ navigation, path }: { navigation: readonly NavigationGroup[]; path: string }) {
  return (
    <>
      <a href="/docs" className={styles['home']} aria-current={path === '/docs' ? 'page' : undefined}>
        Documentation
      </a>
      {navigation.map(({ title, links }) => (
        <section key={title} className={styles['group']}>
          <p className={styles['groupTitle']}>{title}</p>
          <ul>
            {links.map((link) => (
              <li key={link.path}>
                <a href={link.path} aria-current={link.path === path ? 'page' : undefined}>
                  {link.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

interface DocsShellProps {
  navigation: readonly NavigationGroup[];
  path: string;
  headings: readonly PageHeading[];
  children: ReactNode;
}

export async function DocsShell({ navigation, path, headings, children }: DocsShellProps) {
  const session = await pageSession();
  return (
    <SiteShell signedIn={session !== null} current="/docs">
      <div className={styles['docs']}>
        <details className={styles['folded']}>
          <summary>All pages</summary>
          <nav aria-label="Documentation, folded">
            <Groups navigation={navigation} path={path} />
          </nav>
        </details>
        <nav aria-label="Documentation" className={styles['side']}>
          <Groups navigation={navigation} path={path} />
        </nav>
        <article className={prose['prose']}>{children}</article>
        {headings.length > 1 && (
          <nav aria-label="On this page" className={styles['contents']}>
            <p className={styles['groupTitle']}>On this page</p>
            <ul>
              {headings.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </SiteShell>
  );
}
