// `npm run admin`: the operator's tool.
import { openDb } from '../server/db/client.ts';
import { EnvError } from '../server/env.ts';
import { AppError } from '../server/operations/app-error.ts';
import { adminCommands, UsageError } from './admin/commands.ts';
import { readOperatorEnv } from './admin/operator-env.ts';
import { printResult } from './admin/print-result.ts';

const help = (): string => {
  const commands = Object.values(adminCommands);
  const width = Math.max(...commands.map(({ usage }) => usage.length));
  return [
    'Usage: npm run admin -- <command> [--json]',
    '',
    ...commands.map(({ usage, does }) => `  ${usage.padEnd(width)}  ${does}`),
    '',
    'It works on the installation of DATA_DIR (.data), or on the database of DATABASE_URL.',
  ].join('\n');
};

const runCommand = async (name: string, args: readonly string[], asJson: boolean): Promise<void> => {
  const command = adminCommands[name];
  if (!command) throw new UsageError(`There is no command “${name}”.`);
  const env = readOperatorEnv();
  const db = openDb(env.DATABASE_URL, 2);
  try {
    printResult(await command.run({ db, env }, args), asJson);
  } finally {
    await db.$disconnect();
  }
};

const explain = (error: unknown): string => {
  if (error instanceof UsageError) return `${error.message}\n\n${help()}`;
  if (error instanceof AppError || error instanceof EnvError) return error.message;
  const why = error instanceof Error ? error.message : String(error);
  return `That did not work: ${why}\nCheck that the database is reachable (DATABASE_URL, or a running Partbook).`;
};

const args = process.argv.slice(2).filter((arg) => arg !== '--json');
const asJson = process.argv.includes('--json');
const [name, ...rest] = args;
if (name === undefined || name === 'help' || name === '--help') {
  console.log(help());
} else {
  try {
    await runCommand(name, rest, asJson);
  } catch (error) {
    if (asJson) console.log(JSON.stringify({ error: explain(error).split('\n')[0] }));
    else console.error(explain(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
