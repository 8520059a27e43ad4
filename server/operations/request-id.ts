// Names one request in answers and logs.
import { newId } from '../domain/ids.ts';

export const newRequestId = (): string => newId('req');
