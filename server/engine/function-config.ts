// Reads the app's functions as the SDK registers them, and refuses what this engine does not do.
import { z } from 'zod';
import { parseCron, type Schedule } from './cron.ts';
import { parseDuration } from './duration.ts';
import { expressionProblem } from './expression.ts';

const limit = z.object({ limit: z.int().min(0), key: z.string().optional(), scope: z.string().optional() });

const functionConfig = z.object({
  id: z.string().min(1),
  triggers: z.array(
    z.object({
      event: z.string().optional(),
      expression: z.string().nullish(),
      cron: z.string().optional(),
      jitter: z.string().optional(),
    }),
  ),
  steps: z.record(
    z.string(),
    z.object({ retries: z.object({ attempts: z.int().min(0).optional() }).nullish() }),
  ),
  idempotency: z.string().nullish(),
  cancel: z
    .array(z.object({ event: z.string(), if: z.string().nullish(), timeout: z.string().nullish() }))
    .nullish(),
  concurrency: z.union([z.int().min(0), limit, z.array(limit)]).nullish(),
  batchEvents: z.unknown().optional(),
  rateLimit: z.unknown().optional(),
  throttle: z.unknown().optional(),
  debounce: z.unknown().optional(),
  singleton: z.unknown().optional(),
  priority: z.unknown().optional(),
  timeouts: z.unknown().optional(),
});

/** The body of the SDK's answer to an in-band sync. */
const syncAnswer = z.object({ app_id: z.string().min(1), functions: z.array(functionConfig) });

const lacking = [
  'batchEvents',
  'rateLimit',
  'throttle',
  'debounce',
  'singleton',
  'priority',
  'timeouts',
] as const;

/** What Inngest uses when a function does not say: four retries after the first attempt. */
const retriesByDefault = 4;

export type EngineFunction = {
  id: string;
  maxAttempts: number;
  events: readonly { name: string; expression: string | null }[];
  crons: readonly { text: string; schedule: Schedule }[];
  cancels: readonly { event: string; expression: string | null; withinMs: number | null }[];
  limits: readonly { limit: number; key: string | null }[];
  idempotency: string | null;
};
export type EngineFunctions = ReadonlyMap<string, EngineFunction>;

export class SyncRefused extends Error {
  constructor(functionId: string, why: string) {
    super(
      `Function ${functionId}: ${why}. The embedded engine does not do that; change it or use Inngest itself.`,
    );
    this.name = 'SyncRefused';
  }
}

type Config = z.infer<typeof functionConfig>;

const checkedExpression = (config: Config, expression: string | null | undefined): string | null => {
  if (!expression) return null;
  const problem = expressionProblem(expression);
  if (problem) throw new SyncRefused(config.id, `the expression ${expression} cannot be read (${problem})`);
  return expression;
};

const eventName = (config: Config, name: string): string => {
  if (name.includes('*')) throw new SyncRefused(config.id, `the event pattern ${name}`);
  return name;
};

const limitsOf = (config: Config): EngineFunction['limits'] => {
  const given = config.concurrency ?? [];
  const list = typeof given === 'number' ? [{ limit: given }] : Array.isArray(given) ? given : [given];
  return list
    .filter((entry) => entry.limit > 0)
    .map((entry: z.infer<typeof limit>) => {
      if (entry.scope !== undefined && entry.scope !== 'fn') {
        throw new SyncRefused(config.id, `a concurrency limit of scope ${entry.scope}`);
      }
      return { limit: entry.limit, key: checkedExpression(config, entry.key) };
    });
};

const cronOf = (config: Config, text: string): { text: string; schedule: Schedule } => {
  try {
    return { text, schedule: parseCron(text) };
  } catch (error) {
    throw new SyncRefused(config.id, `the schedule ${text} (${error instanceof Error ? error.message : ''})`);
  }
};

const cancelOf = (config: Config, cancel: NonNullable<Config['cancel']>[number]) => {
  const withinMs = cancel.timeout ? parseDuration(cancel.timeout) : null;
  if (cancel.timeout && withinMs === null) {
    throw new SyncRefused(config.id, `a cancellation until the moment ${cancel.timeout}`);
  }
  return {
    event: eventName(config, cancel.event),
    expression: checkedExpression(config, cancel.if),
    withinMs,
  };
};

const functionOf = (config: Config): EngineFunction => {
  for (const feature of lacking) {
    if (config[feature] !== undefined && config[feature] !== null)
      throw new SyncRefused(config.id, `the option ${feature}`);
  }
  if (config.triggers.some(({ jitter }) => jitter)) throw new SyncRefused(config.id, 'a jittered schedule');
  const steps = Object.values(config.steps);
  const events = config.triggers.flatMap(({ event, expression }) =>
    event ? [{ name: eventName(config, event), expression: checkedExpression(config, expression) }] : [],
  );
  return {
    id: config.id,
    maxAttempts: (steps[0]?.retries?.attempts ?? retriesByDefault) + 1,
    events,
    crons: config.triggers.flatMap(({ cron }) => (cron ? [cronOf(config, cron)] : [])),
    cancels: (config.cancel ?? []).map((cancel) => cancelOf(config, cancel)),
    limits: limitsOf(config),
    idempotency: checkedExpression(config, config.idempotency),
  };
};

/** All functions or none: half an app would lose the events of the other half. */
export const readFunctions = (answer: unknown): Map<string, EngineFunction> =>
  new Map(
    syncAnswer.parse(answer).functions.map((config) => {
      const fn = functionOf(config);
      return [fn.id, fn];
    }),
  );
