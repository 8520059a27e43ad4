// Settings of separation from the environment, checked once with messages that name the variable.
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

const environment = z.object({
  DATA_DIR: z.string().min(1).default('.data'),
  SEPARATION_PROVIDER: z.enum(['cpu', 'webgpu', 'cuda']).default('cpu'),
  SEPARATION_THREADS: z.coerce.number().int().min(1).max(256).optional(),
  SEPARATION_MEMORY_MB: z.coerce.number().int().min(256).default(6144),
  SEPARATION_IDLE_SECONDS: z.coerce.number().min(0).max(86_400).default(60),
});

export interface SeparationSettings {
  dataDir: string;
  provider: 'cpu' | 'webgpu' | 'cuda';
  threads: number;
  /** Resident memory at which the inference child is ended. */
  memoryBytes: number;
  /** How long a child keeps its model after its last song. */
  idleSeconds: number;
}

export const separationSettings = (
  env: Readonly<Record<string, string | undefined>> = process.env,
): SeparationSettings => {
  const parsed = environment.safeParse(env);
  if (!parsed.success) {
    const faults = parsed.error.issues.map(({ path: [name], message }) => `${String(name)}: ${message}`);
    throw new Error(`The environment is not usable. ${faults.join('; ')}.`);
  }
  const { data } = parsed;
  return {
    dataDir: path.resolve(data.DATA_DIR),
    provider: data.SEPARATION_PROVIDER,
    threads: data.SEPARATION_THREADS ?? os.availableParallelism(),
    memoryBytes: data.SEPARATION_MEMORY_MB * 1024 * 1024,
    idleSeconds: data.SEPARATION_IDLE_SECONDS,
  };
};
