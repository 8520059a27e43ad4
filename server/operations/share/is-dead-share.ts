// Whether a share link once led somewhere; anyone may ask.
import { hashSecret } from '../../domain/secrets.ts';
import type { Services } from '../context.ts';

export const isDeadShare = async (
  { db }: Pick<Services, 'db'>,
  input: { shareId: string },
): Promise<boolean> =>
  (await db.deadShare.findUnique({ where: { shareHash: hashSecret(input.shareId) } })) !== null;
