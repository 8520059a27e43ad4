// Whoever works by keyboard stays where they were: when what had the focus is gone, its section's heading takes it.
'use client';
import { useEffect } from 'react';

const placesOf = (element: Element): Element[] => {
  const place = element.closest('section, main');
  const around = place?.parentElement;
  return place ? [place, ...(around ? placesOf(around) : [])] : [];
};

const headingOf = (place: Element): HTMLElement | null => place.querySelector('h1, h2');

export const KeepFocus = () => {
  useEffect(() => {
    let last: Element | null = null;
    let places: Element[] = [];
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      places = placesOf(target);
    };
    const rescue = () => {
      if (!last || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      const place = places.find((one) => one.isConnected && headingOf(one));
      const heading = place && headingOf(place);
      if (!heading) return;
      heading.tabIndex = -1;
      heading.focus();
    };
    document.addEventListener('focusin', remember);
    const changes = new MutationObserver(rescue);
    changes.observe(document.body, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', remember);
      changes.disconnect();
    };
  }, []);
  return null;
};
