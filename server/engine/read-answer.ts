// Reads what the app answered to a call.
import { z } from 'zod';
import type { AppAnswer } from './call-app.ts';
import { momentOf } from './duration.ts';

const op = z.looseObject({
  id: z.string().min(1),
  op: z.string(),
  name: z.string().nullish(),
  data: z.unknown().optional(),
  error: z.unknown().optional(),
  opts: z.record(z.string(), z.unknown()).nullish(),
});
export type Op = z.infer<typeof op>;

export type Outcome =
  | { kind: 'completed'; data: unknown }
  | { kind: 'ops'; ops: Op[]; retryAt: Date | null }
  | { kind: 'retry'; error: unknown; retryAt: Date | null }
  | { kind: 'failed'; error: unknown };

const header = (answer: AppAnswer, name: string): string | null => {
  const value = answer.headers[name];
  return typeof value === 'string' ? value : null;
};

/** The SDK writes seconds or a moment. */
const retryAtOf = (answer: AppAnswer, now: Date): Date | null => {
  const text = header(answer, 'retry-after');
  if (text === null) return null;
  return momentOf(/^\d+$/.test(text) ? `${text}s` : text, now);
};

const problem = (message: string): { name: string; message: string } => ({ name: 'EngineError', message });

export const readAnswer = (answer: AppAnswer, now: Date = new Date()): Outcome => {
  const retryAt = retryAtOf(answer, now);
  if (answer.status === 200) return { kind: 'completed', data: answer.body };
  if (answer.status === 206) {
    const given = Array.isArray(answer.body) ? answer.body : [answer.body];
    const ops = z.array(op).min(1).max(1000).safeParse(given);
    if (ops.success) return { kind: 'ops', ops: ops.data, retryAt };
    return { kind: 'failed', error: problem('the app answered with operations that cannot be read') };
  }
  const error = answer.body ?? problem(`the app answered ${answer.status}`);
  if (header(answer, 'x-inngest-no-retry') === 'true') return { kind: 'failed', error };
  return { kind: 'retry', error, retryAt };
};
