// Plain links between the account's pages change the page without loading it anew, so that what was read stays.
'use client';
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';

const accountPages = /^\/(library|setlists|developers|settings)(\/|$)/;

/** The path a plain click on one of our links leads to; null for anything the browser should do itself. */
const softPath = (event: MouseEvent): string | null => {
  if (event.defaultPrevented || event.button !== 0) return null;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!(link instanceof HTMLAnchorElement) || link.target || link.hasAttribute('download')) return null;
  if (link.origin !== location.origin || link.hash || !accountPages.test(link.pathname)) return null;
  return link.pathname + link.search;
};

export const SoftLinks = () => {
  const router = useRouter();
  useEffect(() => {
    const onClick = (event: MouseEvent) => {
      const path = softPath(event);
      if (path === null) return;
      event.preventDefault();
      router.push(path);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [router]);
  return null;
};
