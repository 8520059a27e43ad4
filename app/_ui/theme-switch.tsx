// Light, dark or as the system; kept in this browser and applied by public/theme.js before the first paint.
'use client';
import { useSyncExternalStore } from 'react';
import { IconButton } from './button.tsx';

const key = 'partbook.theme';
const changed = 'partbook:theme';

function subscribe(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  addEventListener(changed, listener);
  system.addEventListener('change', listener);
  return () => {
    removeEventListener(changed, listener);
    system.removeEventListener('change', listener);
  };
}

function isDark(): boolean {
  const chosen = document.documentElement.dataset['theme'];
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
}

function choose(theme: 'light' | 'dark'): void {
  document.documentElement.dataset['theme'] = theme;
  try {
    localStorage.setItem(key, theme);
  } catch {
    // Private windows may refuse storage; the choice then lasts for this page.
  }
  dispatchEvent(new Event(changed));
}

export function ThemeSwitch() {
  const dark = useSyncExternalStore(subscribe, isDark, () => false);
  return (
    <IconButton
      icon={dark ? 'sun' : 'moon'}
      label={dark ? 'Use the light theme' : 'Use the dark theme'}
      onClick={() => choose(dark ? 'light' : 'dark')}
    />
  );
}
