// HTML for the two pages apps send people to: escaped by construction, no script, its own small stylesheet.
import { createHash } from 'node:crypto';
import { pageStyle } from './page-style.ts';

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Markup that is already safe. */
export type Html = { readonly markup: string };

const render = (value: string | Html | readonly Html[]): string => {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
};

/** Every value is text and escaped, unless it was made by `html` itself. */
export const html = (
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html => ({
  markup: parts.reduce((text, part, index) => text + render(values[index - 1] ?? '') + part),
});

const styleHash = createHash('sha256').update(pageStyle).digest('base64');

// No form-action: browsers apply it to every redirect after the form, also those of the app's own site.
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "font-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const documentOf = (title: string, body: Html): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${render(title)}</title>
<style>${pageStyle}</style>
</head>
<body>${body.markup}</body>
</html>
`;

export const htmlPage = (title: string, body: Html, status = 200): Response =>
  new Response(documentOf(title, body), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  });
