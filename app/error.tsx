// What is shown when a page fails: what to do, and nothing of why. Every page carries it, so it is without the frame.
'use client';
import { Button } from './_ui/button.tsx';
import { classNames } from './_ui/class-names.ts';
import styles from './_ui/page-shell.module.css';

export default function PageError({ reset }: { error: Error; reset: () => void }) {
  return (
    <main className={classNames(styles['main'], styles['prose'])}>
      <h1>This page did not come together</h1>
      <p>
        Something went wrong on our side; nothing of yours is lost. If it stays, tell the operator of this
        site.
      </p>
      <p>
        <Button onClick={reset}>Try again</Button>
      </p>
      <p>
        {/* oxlint-disable-next-line nextjs/no-html-link-for-pages -- a whole new page is what helps here */}
        <a href="/">Go to the start page</a>
      </p>
    </main>
  );
}
