// The question put to a person: may this app act for you? Works without JavaScript.
import type { ConsentView } from '../operations/apps/open-authorization.ts';
import { type Html, html, htmlPage } from './html.ts';

export type ConsentScene = { consent: ConsentView; email: string; siteUrl: string };

const warningOf = ({ redirect }: ConsentView): Html => {
  if (redirect.kind === 'loopback') {
    return html`<p class="warn" role="note">
      <strong>This app runs on this computer.</strong> Approve only if you have just started it here yourself.
    </p>`;
  }
  if (redirect.kind === 'scheme') {
    return html`<p class="warn" role="note">
      <strong>This opens an app on this device</strong> through links that begin with
      <code>${redirect.label}</code>. Any installed app may claim them: approve only if you have just started
      it yourself.
    </p>`;
  }
  return html``;
};

const identityOf = ({ verifiedHost, redirect }: ConsentView): Html =>
  verifiedHost === null
    ? html`<p class="soft">
        The app chose this name itself; we have not checked it. Go by the place you are sent to:
        <strong>${redirect.label}</strong>.
      </p>`
    : html`<p class="soft">
        The app is published by <strong>${verifiedHost}</strong>. It chose its name itself.
      </p>`;

const factsOf = ({ consent, email, siteUrl }: ConsentScene): Html =>
  html`<dl>
    <dt>Your account</dt>
    <dd>${email}</dd>
    <dt>You go on to</dt>
    <dd>${consent.redirect.label}</dd>
    <dt>It may use</dt>
    <dd>${consent.resource ?? `all of Partbook at ${new URL(siteUrl).host}`}</dd>
  </dl>`;

const formOf = ({ requestId, csrfToken }: ConsentView): Html =>
  html`<form method="post" action="/oauth/authorize" autocomplete="off">
    <input type="hidden" name="request_id" value="${requestId}" />
    <input type="hidden" name="csrf_token" value="${csrfToken}" />
    <button class="yes" name="decision" value="approve">Approve</button>
    <button name="decision" value="deny">Deny</button>
  </form>`;

export const consentPage = (scene: ConsentScene): Response => {
  const { consent } = scene;
  const body = html`<p class="mark"><a href="/">Partbook</a></p>
    <main>
      <h1>“<bdi>${consent.appName}</bdi>” wants to use your Partbook account</h1>
      ${identityOf(consent)}
      <h2>It will be able to</h2>
      <ul>
        <li>split songs, which spends your monthly splits and credits</li>
        <li>see, download, rename and delete the songs in your library</li>
        <li>see, make and change your setlists</li>
      </ul>
      <h2>It will never</h2>
      <ul>
        <li>see your password or your API keys, or make new ones</li>
        <li>buy anything or change your plan</li>
      </ul>
      ${factsOf(scene)} ${warningOf(consent)} ${formOf(consent)}
      <p class="foot">You can disconnect it at any time under <a href="/developers">Developers</a>.</p>
    </main>`;
  return htmlPage(`Connect ${consent.appName} · Partbook`, body);
};
