// Where the project and its programs lie, whatever the current folder is.
import path from 'node:path';

export const projectRoot = path.resolve(import.meta.dirname, '../..');

/** Locks and stamps about this checkout itself, as against DATA_DIR, which several installations may have. */
export const checkoutStateDir = path.join(projectRoot, 'node_modules/.cache/partbook');

export const inProject = (...parts: readonly string[]): string => path.join(projectRoot, ...parts);
