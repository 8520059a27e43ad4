// How a song stands: waiting, how far, failed with its reason, or what it became.
import { products } from '../../../../server/contract/models.ts';
import type { SplitWire } from '../../../../server/contract/split.ts';
import { Badge } from '../../../_ui/badge.tsx';
import { formatTime } from '../../../_ui/format-time.ts';
import { Progress } from '../../../_ui/progress.tsx';
import styles from './songs.module.css';

const facts = (song: SplitWire): string =>
  [
    products[song.model].name,
    ...(song.duration_seconds === null ? [] : [formatTime(song.duration_seconds)]),
    ...(song.charged === 'credit' && song.status === 'done' ? ['one credit'] : []),
  ].join(' · ');

export const SongState = ({ song }: { song: SplitWire }) => {
  if (song.status === 'processing') {
    const note = song.eta_seconds === null ? null : `about ${formatTime(song.eta_seconds)} left`;
    return <Progress label={`Splitting, ${String(song.progress)} %`} percent={song.progress} note={note} />;
  }
  if (song.status === 'queued') {
    return (
      <span className={styles['soft']}>
        <Badge>Waiting for its turn</Badge> {facts(song)}
      </span>
    );
  }
  if (song.status === 'failed') {
    return (
      <span className={styles['failed']}>
        <Badge tone="bad">Failed</Badge> {song.message}
      </span>
    );
  }
  return <span className={styles['soft']}>{facts(song)}</span>;
};
