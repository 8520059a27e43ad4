// Keyset pages: the cursor is the last id of the page before, in a form clients do not build themselves.
import { looksLikeId, type IdPrefix } from '../domain/ids.ts';
import { AppError } from './app-error.ts';

const cursorAfter = (id: string): string => Buffer.from(id).toString('base64url');

export const idBefore = (cursor: string | undefined, prefix: IdPrefix): string | null => {
  if (cursor === undefined) return null;
  const id = Buffer.from(cursor, 'base64url').toString();
  if (looksLikeId(id, prefix)) return id;
  throw new AppError('validation_failed', {
    detail: [
      {
        loc: ['query', 'cursor'],
        msg: 'Pass next_cursor of the page before, unchanged',
        type: 'value_error',
        input: cursor,
      },
    ],
  });
};

/** Reads one row more than asked: whether it is there tells whether a next page is. */
export const pageOf = <Row extends { id: string }>(
  rows: readonly Row[],
  limit: number,
): { rows: Row[]; has_more: boolean; next_cursor: string | null } => {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  const hasMore = rows.length > limit;
  return { rows: page, has_more: hasMore, next_cursor: hasMore && last ? cursorAfter(last.id) : null };
};
