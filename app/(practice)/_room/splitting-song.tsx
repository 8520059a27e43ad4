// What a listener sees while the song is still being split: how far it is, and that the page will turn by itself.
import type { SharedSong } from '../../../server/contract/share.ts';
import { PartInitial } from '../../_ui/part-initial.tsx';
import { Progress } from '../../_ui/progress.tsx';
import styles from './splitting-song.module.css';

function etaWords(seconds: number | null): string | null {
  if (seconds === null) return null;
  if (seconds < 15) return 'a few seconds left';
  if (seconds < 90) return `about ${String(Math.round(seconds / 10) * 10)} seconds left`;
  return `about ${String(Math.round(seconds / 60))} minutes left`;
}

interface SplittingSongProps {
  song: SharedSong;
  stemNames: readonly string[];
}

export function SplittingSong({ song, stemNames }: SplittingSongProps) {
  const waits = song.status === 'queued';
  return (
    <section className={styles['splitting']}>
      <div className={styles['initials']} aria-hidden="true">
        {stemNames.map((name, index) => (
          <span
            key={name}
            className={(song.progress / 100) * stemNames.length > index ? styles['ready'] : styles['blank']}
          >
            <PartInitial stem={name} size={56} />
          </span>
        ))}
      </div>
      <h1>{song.name}</h1>
      <p>
        {waits
          ? 'This song waits for its turn. You can leave the page open: it becomes the practice room by itself.'
          : 'The parts are being written out. This page becomes the practice room by itself.'}
      </p>
      <Progress
        label={waits ? 'Waiting' : 'Splitting the song'}
        percent={waits ? null : song.progress}
        note={waits ? null : (etaWords(song.eta_seconds) ?? `${String(song.progress)} %`)}
      />
    </section>
  );
}
