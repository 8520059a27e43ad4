// One stroke-drawn icon set of our own on a 24-unit grid; always decorative, the control carries the words.

const shapes = {
  play: 'M7 4.5v15l12.5-7.5z',
  pause: 'M6.5 4.5h4v15h-4zM13.5 4.5h4v15h-4z',
  'skip-back': 'M19 5v14l-10-7zM6 5v14',
  'skip-forward': 'M5 5v14l10-7zM18 5v14',
  back: 'M11 6 5 12l6 6M5 12h14',
  forward: 'm13 6 6 6-6 6M19 12H5',
  loop: 'M4 11V9.5A3.5 3.5 0 0 1 7.5 6H20m-3.5-3.5L20 6l-3.5 3.5M20 13v1.5a3.5 3.5 0 0 1-3.5 3.5H4m3.5 3.5L4 18l3.5-3.5',
  volume: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a7.5 7.5 0 0 1 0 11',
  muted: 'M4 9.5v5h3.5L12 19V5L7.5 9.5zM16 9.5l5 5m0-5-5 5',
  download: 'M12 4v11m-4.5-4L12 15.5l4.5-4.5M5 20h14',
  upload: 'M12 16V5M7.5 9 12 4.5 16.5 9M5 20h14',
  share: 'M12 14V3.5M8 7l4-3.5L16 7M6 11H5v9.5h14V11h-1',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1.2 1.2M14 10a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1.2-1.2',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  more: 'M5.5 12h.01M12 12h.01M18.5 12h.01',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7M6.5 7l1 13h9l1-13M10.5 11v5.5M13.5 11v5.5',
  pencil: 'M5 19h3l11-11-3-3L5 16zM14 7l3 3',
  'chevron-down': 'm6 9.5 6 6 6-6',
  'chevron-left': 'm14.5 6-6 6 6 6',
  'chevron-right': 'm9.5 6 6 6-6 6',
  rewind: 'm19 6-6 6 6 6M11 6l-6 6 6 6',
  'fast-forward': 'm5 6 6 6-6 6M13 6l6 6-6 6',
  'chevron-up': 'm6 14.5 6-6 6 6',
  drag: 'M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01',
  undo: 'M8.5 5 4 9.5 8.5 14M4 9.5h10a5 5 0 0 1 0 10h-3',
  warning: 'M12 4 2.5 20h19zM12 10v4.5M12 17.3h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.7h.01',
  keyboard: 'M3 6.5h18v11H3zM6.5 10h.01M10 10h.01M13.5 10h.01M17 10h.01M8 14h8',
  metronome: 'M9 3.5h6l3 17H6zM7.2 14.5h9.6M12 14.5 19 6',
  sliders: 'M5 4v6m0 4v6M12 4v10m0 4v2M19 4v3m0 4v9M3 12h4M10 16h4M17 9h4',
  zoom: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5 20 20M8 10.5h5M10.5 8v5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3 7 7M17 17l1.7 1.7M5.3 18.7 7 17M17 7l1.7-1.7',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  user: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0',
  list: 'M8.5 6H20M8.5 12H20M8.5 18H20M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  note: 'M9 17.5V5.5l10-2v12M9 17.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0zM19 15.5a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0z',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.2-5.3L20 9.4M20 4v5.4h-5.4',
  external: 'M14 4.5h5.5V10M19.5 4.5 11 13M16 13.5V20H4.5V8H11',
  copy: 'M9 8.5h11v12H9zM15.5 8.5v-5h-11v12H9',
  bookmark: 'M6.5 4h11v16L12 15.5 6.5 20z',
  home: 'M4 11 12 4l8 7M6 9.5V20h12V9.5M10 20v-5.5h4V20',
} satisfies Record<string, string>;

export type IconName = keyof typeof shapes;

const filled: readonly IconName[] = ['play', 'pause'];
/** Drawn with a pen wide enough for dots. */
const dotted: readonly IconName[] = ['more', 'drag'];

export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  const isFilled = filled.includes(name);
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={isFilled ? 'currentColor' : 'none'}
      stroke={isFilled ? 'none' : 'currentColor'}
      strokeWidth={dotted.includes(name) ? 3 : 1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={shapes[name]} />
    </svg>
  );
}
