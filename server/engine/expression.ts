// Evaluates the protocol's CEL expressions over events.
import { Environment } from '@marcbachmann/cel-js';

const environment = new Environment({ unlistedVariablesAreDyn: true });
type Evaluate = ReturnType<Environment['parse']>;

const cacheSize = 500;
const parsed = new Map<string, Evaluate>();

/** Waits may carry values inside their expression, so the cache is bounded. */
const parse = (expression: string): Evaluate => {
  const known = parsed.get(expression);
  if (known) return known;
  const evaluate = environment.parse(expression);
  if (parsed.size >= cacheSize) parsed.clear();
  parsed.set(expression, evaluate);
  return evaluate;
};

export type ExpressionContext = { event: unknown; async?: unknown };

/** Null when it reads, else why it does not. */
export const expressionProblem = (expression: string): string | null => {
  try {
    parse(expression);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** What the expression gives as a key; a value the event lacks is an empty key. */
export const keyOf = (expression: string, context: ExpressionContext): string => {
  try {
    const value: unknown = parse(expression)(context);
    return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? '');
  } catch {
    return '';
  }
};

/** An event that lacks what the expression asks for does not match. */
export const matches = (expression: string | null | undefined, context: ExpressionContext): boolean => {
  if (!expression) return true;
  try {
    return parse(expression)(context) === true;
  } catch {
    return false;
  }
};
