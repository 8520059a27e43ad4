// One stroke-drawn icon set of our own on a 24-unit grid; always decorative, the control carries the words.
import type { ReactElement } from 'react';

const shapes = {
  play: <path d="M7 4.5v15l12.5-7.5z" fill="currentColor" stroke="none" />,
  pause: <path d="M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z" fill="currentColor" stroke="none" />,
  'skip-back': <path d="M19 5v14l-10-7zM6 5v14" />,
  'skip-forward': <path d="M5 5v14l10-7zM18 5v14" />,
  back: <path d="M11 6 5 12l6 6M5 12h14" />,
  forward: <path d="m13 6 6 6-6 6M19 12H5" />,
  loop: (
    <path d="M4 11V9.5A3.5 3.5 0 0 1 7.5 6H20m-3.5-3.500L20 6l-3.5 3.500M20 13v1.500a3.5 3.5 0 0 1-3.5 3.500H4m3.5 3.500L4 18l3.5-3.5" />
  ),
  volume: <path d="M4 9.500v5h3.500L12 19V5L7.5 9.500zM15.5 9a4 4 0 0 1 0 6M18 6.500a7.5 7.5 0 0 1 0 11" />,
  muted: <path d="M4 9.500v5h3.500L12 19V5L7.5 9.500zM16 9.500l5 5m0-5-5 5" />,
  download: <path d="M12 4v11m-4.5-4L12 15.500l4.5-4.500M5 20h14" />,
  upload: <path d="M12 16V5M7.5 9 12 4.5 16.5 9M5 20h14" />,
  share: <path d="M12 14V3.500M8 7l4-3.500L16 7M6 11H5v9.500h14V11h-1" />,
  link: (
    <path d="M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.300l-1.2 1.200M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.700l1.2-1.2" />
  ),
  plus: <path d="M12 5v14M5 12h14" />,
  minus: <path d="M5 12h14" />,
  close: <path d="m6 6 12 12M18 6 6 18" />,
  check: <path d="m5 12.5 4.5 4.500L19 7.5" />,
  more: <path d="M5.5 12h.01M12 12h.01M18.5 12h.01" strokeWidth="3" />,
  search: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20" />,
  trash: <path d="M4.5 7h15M9.5 7V4.500h5V7M6.5 7l1 13h9l1-13M10.5 11v5.500M13.5 11v5.5" />,
  pencil: <path d="M5 19h3l11-11-3-3L5 16zM14 7l3 3" />,
  'chevron-down': <path d="m6 9.5 6 6 6-6" />,
  'chevron-left': <path d="m14.5 6-6 6 6 6" />,
  'chevron-right': <path d="m9.5 6 6 6-6 6" />,
  rewind: <path d="m19 6-6 6 6 6M11 6l-6 6 6 6" />,
  'fast-forward': <path d="m5 6 6 6-6 6M13 6l6 6-6 6" />,
  'chevron-up': <path d="m6 14.5 6-6 6 6" />,
  drag: <path d="M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01" strokeWidth="3" />,
  undo: <path d="M8.5 5 4 9.5 8.5 14M4 9.500h10a5 5 0 0 1 0 10h-3" />,
  warning: <path d="M12 4 2.5 20h19zM12 10v4.500M12 17.300h.01" />,
  info: <path d="M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.700h.01" />,
  keyboard: <path d="M3 6.500h18v11H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8" />,
  metronome: <path d="M9 3.500h6l3 17H6zM7.2 14.500h9.600M12 14.5 19 6" />,
  sliders: <path d="M5 4v6m0 4v6M12 4v10m0 4v2M19 4v3m0 4v9M3 12h4M10 16h4M17 9h4" />,
  zoom: <path d="M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20M8 10.500h5M10.5 8v5" />,
  sun: (
    <path d="M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.500V5M12 19v2.500M2.5 12H5M19 12h2.500M5.3 5.3 7 7M17 17l1.7 1.700M5.3 18.7 7 17M17 7l1.7-1.7" />
  ),
  moon: <path d="M19.5 14.500A8 8 0 0 1 9.5 4.500a8 8 0 1 0 10 10z" />,
  user: <path d="M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.500a7.5 7.5 0 0 1 15 0" />,
  list: <path d="M8.5 6H20M8.5 12H20M8.5 18H20M4.5 6h.01M4.5 12h.01M4.5 18h.01" />,
  note: (
    <path d="M9 17.500V5.500l10-2v12M9 17.500a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 15.500a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z" />
  ),
  retry: <path d="M19.5 12a7.5 7.5 0 1 1-2.2-5.300L20 9.400M20 4v5.400h-5.4" />,
  external: <path d="M14 4.500h5.500V10M19.5 4.5 11 13M16 13.500V20H4.500V8H11" />,
  copy: <path d="M9 8.500h11v12H9zM15.500 8.500v-5h-11v12H9" />,
  bookmark: <path d="M6.5 4h11v16L12 15.5 6.5 20z" />,
  home: <path d="M4 11 12 4l8 7M6 9.500V20h12V9.500M10 20v-5.500h4V20" />,
} satisfies Record<string, ReactElement>;

export type IconName = keyof typeof shapes;

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {shapes[name]}
    </svg>
  );
}
