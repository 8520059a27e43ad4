// The document around every page: styles, theme before first paint, messages.
import type { Metadata, Viewport } from 'next';
import type { ReactNode } from 'react';
import './_ui/base.css';
import { ToastProvider } from './_ui/toast.tsx';

export const metadata: Metadata = {
  title: { default: 'Partbook', template: '%s · Partbook' },
  description: 'Splits a song into its parts and opens them in a practice room.',
  icons: '/icon.svg',
};

/** The policy's nonce is made per request, so no page is rendered ahead. */
export const dynamic = 'force-dynamic';

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  viewportFit: 'cover',
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#f7f2e8' },
    { media: '(prefers-color-scheme: dark)', color: '#15131f' },
  ],
};

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // The theme attribute is set by theme.js before React starts.
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* oxlint-disable-next-line nextjs/no-sync-scripts -- must run before the first paint */}
        <script src="/theme.js" />
        <link
          rel="preload"
          href="/fonts/eb-garamond-latin.woff2"
          as="font"
          type="font/woff2"
          crossOrigin="anonymous"
        />
      </head>
      <body>
        <ToastProvider>{children}</ToastProvider>
      </body>
    </html>
  );
}
