// The title page of the room: the song's name, what is known of it, and what can be taken along.
'use client';
import { lazy, Suspense, useState } from 'react';
import type { SharedSong } from '../../../server/contract/share.ts';
import { Button, IconButton } from '../../_ui/button.tsx';
import type { MenuItem } from '../../_ui/menu-list.tsx';
import { Menu } from '../../_ui/menu.tsx';
import { useToast } from '../../_ui/toast.tsx';
import { writePracticeLink } from './write-practice-link.ts';
import styles from './room-head.module.css';
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

const ExportDialog = lazy(() =>
  import('./export-dialog.tsx').then((module) => ({ default: module.ExportDialog })),
);

interface RoomHeadProps {
  song: SharedSong;
  isDemo: boolean;
  onHelp: () => void;
}

export function RoomHead({ song, isDemo, onHelp }: RoomHeadProps) {
  const { state, positionSeconds } = useRoom();
  /** Null until it was first asked for: only then is it loaded. */
  const [exporting, setExporting] = useState<boolean | null>(null);
  const toast = useToast();
  const Title = isDemo ? 'h3' : 'h1';
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
        <Title>{song.name}</Title>
        <p className={styles['facts']}>
          <span>{tempoFact(song.analysis, state.speedPercent)}</span>
          <span>{keyFact(song.analysis, state.semitones)}</span>
        </p>
      </div>
      <div className={styles['actions']}>
        {!isDemo && (
          <>
            <Button icon="link" onClick={() => void share()}>
              Practice link
            </Button>
            <Menu label="Download" items={downloadItems(song)} look="secondary">
              Download
            </Menu>
            <Button icon="note" onClick={() => setExporting(true)}>
              Export mix
            </Button>
          </>
        )}
        <IconButton
          icon="keyboard"
          label="Keyboard shortcuts"
          className={styles['help'] ?? ''}
          onClick={onHelp}
        />
      </div>
      {exporting !== null && (
        <Suspense fallback={null}>
          <ExportDialog song={song} open={exporting} onClose={() => setExporting(false)} />
        </Suspense>
      )}
    </header>
  );
}
