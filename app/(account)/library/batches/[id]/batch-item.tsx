// One song of a batch: its state, its reason where it failed, and the way into its room.
import type { BatchItemWire } from '../../../../../server/contract/batch.ts';
import { Badge } from '../../../../_ui/badge.tsx';
import { ButtonLink } from '../../../../_ui/button.tsx';
import { formatTime } from '../../../../_ui/format-time.ts';
import { Progress } from '../../../../_ui/progress.tsx';
import { Unseen } from '../../../../_ui/unseen.tsx';
import styles from './batch.module.css';
import { itemName } from './batch-words.ts';

const State = ({ item }: { item: BatchItemWire }) => {
  const { split } = item;
  switch (item.status) {
    case 'queued':
      return <Badge>Waiting for its turn</Badge>;
    case 'processing': {
      const eta = split?.eta_seconds ?? null;
      const percent = split?.progress ?? 0;
      return (
        <Progress
          label={`Splitting, ${String(percent)} %`}
          percent={percent}
          note={eta === null ? null : `about ${formatTime(eta)} left`}
        />
      );
    }
    case 'done':
      return <Badge tone="good">Ready</Badge>;
    case 'cancelled':
      return <Badge>Cancelled, cost nothing</Badge>;
    case 'failed':
      return (
        <span className={styles['failed']}>
          <Badge tone="bad">Failed</Badge> {item.message}{' '}
          {(item.reason === 'limit_reached' || item.reason === 'plan_required') && (
            <a href="/pricing">See plans and credits</a>
          )}
        </span>
      );
    default:
      return item.status satisfies never;
  }
};

export const BatchItem = ({ item }: { item: BatchItemWire }) => {
  const { split } = item;
  const name = itemName(item);
  return (
    <li className={styles['item']}>
      <div className={styles['song']}>
        <h2 className={styles['name']}>{name}</h2>
        <div>
          <State item={item} />
        </div>
      </div>
      {split && split.status !== 'failed' && (
        <ButtonLink href={new URL(split.open_url).pathname} small>
          {split.status === 'done' ? 'Open' : 'Watch'}
          <Unseen> {name}</Unseen>
        </ButtonLink>
      )}
    </li>
  );
};
