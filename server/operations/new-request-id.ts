// Names requests and the songs they bring, for edges that need the id before the operation runs.
import { newId } from '../domain/ids.ts';

export const newRequestId = (): string => newId('req');
export const newSplitId = (): string => newId('split');
