// What of a song can be downloaded: MP3 by everybody, WAV and the ZIP on Pro; the rest is named with the way to it.
import type { PlanId } from '../../../../server/contract/plans.ts';
import type { SplitWire, StemWire } from '../../../../server/contract/split.ts';
import type { MenuItem } from '../../../_ui/menu-list.tsx';

const titled = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const itemOf = (stem: StemWire, kind: 'MP3' | 'WAV'): MenuItem[] => {
  const href = kind === 'MP3' ? stem.mp3_url : stem.wav_url;
  if (href === null) return [];
  const hint = stem.silent ? { hint: 'silent in this song' } : {};
  return [{ label: `${titled(stem.name)}, ${kind}`, icon: 'download', href, download: true, ...hint }];
};

export const downloadItems = (song: SplitWire, plan: PlanId | undefined): MenuItem[] => {
  if (song.status !== 'done') return [];
  const items = [
    ...song.stems.flatMap((stem) => itemOf(stem, 'MP3')),
    ...song.stems.flatMap((stem) => itemOf(stem, 'WAV')),
  ];
  if (song.zip_url !== null) {
    items.push({
      label: 'All parts, ZIP',
      icon: 'download',
      href: song.zip_url,
      download: true,
      hint: 'WAV',
    });
  } else if (plan === 'free') {
    items.push({ label: 'WAV and ZIP', icon: 'info', href: '/pricing', hint: 'with the Pro plan' });
  }
  return items;
};
