// The title page of the room: the song's name, what is known of it, and what can be taken along.
'use client';
import { useState } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { Button, IconButton } from '../../_ui/button.tsx';
import { Menu, type MenuItem } from '../../_ui/menu.tsx';
import { useToast } from '../../_ui/toast.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { writePracticeLink } from './practice-setting.ts';
import styles from './room-head.module.css';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { keyFact, tempoFact } from './song-facts.ts';
import { stemTitle } from './stem-words.ts';
import { useRoom } from './use-player.ts';

function downloadItems(song: SharedSong): MenuItem[] {
  const mp3 = song.stems.map((stem) => ({
    label: `${stemTitle(stem.name)}, MP3`,
    icon: 'download' as const,
    href: stem.mp3_url,
    download: true,
  }));
  const wav = song.stems.flatMap((stem) =>
    stem.wav_url
      ? [
          {
            label: `${stemTitle(stem.name)}, WAV`,
            icon: 'download' as const,
            href: stem.wav_url,
            download: true,
          },
        ]
      : [],
  );
  if (wav.length === 0 && !song.zip_url) {
    return [
      ...mp3,
      { label: 'WAV stems and a ZIP of all', hint: 'Come with Pro: see the plans', href: '/pricing' },
    ];
  }
  const zip = song.zip_url
    ? [{ label: 'All stems, ZIP', icon: 'download' as const, href: song.zip_url, download: true }]
    : [];
  return [...zip, ...mp3, ...wav];
}

export function RoomHead({ song }: { song: SharedSong }) {
  const { state, positionSeconds } = useRoom();
  const [open, setOpen] = useState<'export' | 'keys' | null>(null);
  const toast = useToast();
  const share = async () => {
    const url = new URL(location.href);
    url.hash = writePracticeLink(state, positionSeconds());
    try {
      await navigator.clipboard.writeText(url.href);
      toast({ message: 'Practice link copied: it carries the loop, speed, key and mix.', tone: 'good' });
    } catch {
      location.hash = url.hash;
      toast({ message: 'The practice link is in the address bar: copy it from there.' });
    }
  };
  return (
    <header className={styles['head']}>
      <div className={styles['title']}>
        <h1>{song.name}</h1>
        <p className={styles['facts']}>
          <span>{tempoFact(song.analysis, state.speedPercent)}</span>
          <span>{keyFact(song.analysis, state.semitones)}</span>
        </p>
      </div>
      <div className={styles['actions']}>
        <Button icon="link" onClick={() => void share()}>
          Practice link
        </Button>
        <Menu label="Download" items={downloadItems(song)} look="secondary">
          Download
        </Menu>
        <Button icon="note" onClick={() => setOpen('export')}>
          Export mix
        </Button>
        <IconButton icon="keyboard" label="Keyboard shortcuts" onClick={() => setOpen('keys')} />
      </div>
      <ExportDialog song={song} open={open === 'export'} onClose={() => setOpen(null)} />
      <ShortcutSheet open={open === 'keys'} onClose={() => setOpen(null)} />
    </header>
  );
}
