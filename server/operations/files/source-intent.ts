// Notes that a song is about to be stored before any row names it, so that a crash between leaves no file behind.
import type { DbTransaction } from '../../db/client.ts';
import { splitPrefix } from '../../storage/keys.ts';
import type { Services } from '../context.ts';

/** Longer than any upload may take; after it, a file that became no song is removed. */
const intentHours = 6;

const intentId = (splitId: string): string => `source_${splitId}`;

export const noteSource = async ({ db }: Pick<Services, 'db'>, splitId: string): Promise<void> => {
  await db.storageDeletion.create({
    data: {
      id: intentId(splitId),
      prefix: splitPrefix(splitId),
      notBefore: new Date(Date.now() + intentHours * 3_600_000),
    },
  });
};

/** In the transaction that makes the song, or after its file was removed again. */
export const forgetSource = async (
  db: Pick<DbTransaction, 'storageDeletion'>,
  splitId: string,
): Promise<void> => {
  await db.storageDeletion.deleteMany({ where: { id: intentId(splitId) } });
};
