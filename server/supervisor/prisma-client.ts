// Generates the Prisma client when the schema, or Prisma itself, is not the one it was made from.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { contentHash } from './content-hash.ts';
import { withLock } from './generation-lock.ts';
import { checkoutStateDir, inProject, projectRoot } from './project-paths.ts';
import { runCommand } from './run-command.ts';

const runtimePackage = fileURLToPath(import.meta.resolve('@prisma/client/package.json'));
const sources = [
  'prisma/schema.prisma',
  'prisma.config.ts',
  'node_modules/prisma/package.json',
  path.relative(projectRoot, runtimePackage),
];
const generatedDir = inProject('server/db/generated');
const stampFile = path.join(generatedDir, 'made-from.txt');

const isCurrent = (hash: string): boolean =>
  existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hash;

/** `say` hears one line when there is something to do. Two processes at once generate once. */
export const ensurePrismaClient = async (say: (line: string) => void): Promise<void> => {
  if (!existsSync(inProject('prisma/schema.prisma'))) return;
  const hash = contentHash(projectRoot, sources);
  if (isCurrent(hash)) return;
  await withLock(path.join(checkoutStateDir, 'generate-lock'), 180_000, async () => {
    if (isCurrent(hash)) return;
    say('Generating the database client …');
    const cli = inProject('node_modules/prisma/build/index.js');
    const done = await runCommand([process.execPath, cli, 'generate'], {
      cwd: projectRoot,
      timeoutMs: 170_000,
    });
    if (done.code !== 0) throw new Error(`prisma generate failed:\n${done.output.trim()}`);
    mkdirSync(generatedDir, { recursive: true });
    writeFileSync(stampFile, hash);
  });
};
