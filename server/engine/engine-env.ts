// What the engine's process is told by its environment.
import { z } from 'zod';

const integer = (min: number, max: number) => z.coerce.number().int().min(min).max(max);

const variables = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  INNGEST_EVENT_KEY: z.string().min(8),
  INNGEST_SIGNING_KEY: z.string().min(8),
  /** 0 takes any free port; the first line of the output names it. */
  ENGINE_PORT: integer(0, 65535).default(0),
  /** The app's own serve endpoint, for example http://127.0.0.1:3000/api/inngest. */
  ENGINE_SERVE_URL: z.url({ protocol: /^https?$/ }),
  ENGINE_CALLS: integer(1, 1000).default(32),
  ENGINE_CALL_SECONDS: integer(1, 7200).default(900),
  ENGINE_DRAIN_SECONDS: integer(0, 600).default(5),
});

export type EngineEnv = z.infer<typeof variables>;

export const readEngineEnv = (
  source: Readonly<Record<string, string | undefined>> = process.env,
): EngineEnv => {
  const parsed = variables.safeParse(source);
  if (parsed.success) return parsed.data;
  const wrong = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`The engine's settings are not right:\n${wrong.join('\n')}`);
};
