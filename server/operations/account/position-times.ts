// The times that an account's position is counted from.
import { hourSeconds } from '../../contract/limits.ts';
import type { PositionTimes } from '../../db/hot-reads.ts';
import { monthStart } from '../../domain/month.ts';

export const positionTimes = (now: Date): PositionTimes => ({
  month: monthStart(now),
  since: new Date(now.getTime() - hourSeconds * 1000),
});
