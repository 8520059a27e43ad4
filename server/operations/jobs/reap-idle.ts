// Finds accounts with songs waiting and room to run them: a dispatch of theirs was lost.
import { limits } from '../../contract/limits.ts';
import type { Services } from '../context.ts';
import { sendOutbox } from './send-outbox.ts';
import { dispatchEvent, writeOutbox } from './write-outbox.ts';

const dispatchedAtOnce = 500;

export const reapIdle = async (services: Services): Promise<number> => {
  const accounts = await services.db.$queryRaw<{ accountId: string }[]>`
    WITH waiting AS (
      SELECT DISTINCT account_id FROM splits WHERE status = 'queued'
      UNION
      SELECT DISTINCT account_id FROM batch_items WHERE status = 'queued' AND split_id IS NULL)
    SELECT waiting.account_id AS "accountId" FROM waiting
    WHERE (SELECT count(*) FROM splits s WHERE s.account_id = waiting.account_id AND s.status = 'processing')
      < ${limits.splitsAtOnce}
    LIMIT ${dispatchedAtOnce}`;
  const ids = await services.db.$transaction((tx) =>
    writeOutbox(
      tx,
      accounts.map(({ accountId }) => dispatchEvent(accountId)),
    ),
  );
  return sendOutbox(services, ids);
};
