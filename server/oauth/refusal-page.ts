// Shown instead of a redirect when the app or its address cannot be trusted, or the answer came from elsewhere.
import { html, htmlPage } from './html.ts';

export const refusalPage = (heading: string, sentence: string, status: 400 | 403 | 500): Response =>
  htmlPage(
    `${heading} · Partbook`,
    html`<p class="mark"><a href="/">Partbook</a></p>
      <main>
        <h1>${heading}</h1>
        <p>${sentence}</p>
        <p class="foot">Nothing was connected. You can close this page, or <a href="/">go to Partbook</a>.</p>
      </main>`,
    status,
  );
