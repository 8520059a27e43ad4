// Prisma's own command line works offline here, and agrees with the migrations that `npm start` applies.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { inProject, projectRoot } from '../../server/supervisor/project-paths.ts';
import { runCommand } from '../../server/supervisor/run-command.ts';
import { startTestPostgres, type TestPostgres } from '../support/postgres.ts';

let server: TestPostgres;
let folder = '';
before(async () => {
  server = await startTestPostgres();
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-prisma-'));
});
after(async () => {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
});

const prisma = async (
  url: string,
  words: readonly string[],
): Promise<{ code: number | null; output: string }> =>
  runCommand([process.execPath, inProject('node_modules/prisma/build/index.js'), ...words], {
    cwd: projectRoot,
    timeoutMs: 120_000,
    env: { ...process.env, DATABASE_URL: url, NO_COLOR: '1' },
  });

test('migrate status and deploy find nothing to do after our own migration', async () => {
  const database = await server.createDatabase();
  const status = await prisma(database.url, ['migrate', 'status']);
  assert.match(status.output, /Database schema is up to date/);
  assert.equal(status.code, 0);
  const deploy = await prisma(database.url, ['migrate', 'deploy']);
  assert.match(deploy.output, /No pending migrations to apply/);
  await database.drop();
});

test('the migrations make exactly the tables of the schema', async () => {
  const database = await server.createDatabase();
  const words = [
    'migrate',
    'diff',
    '--from-config-datasource',
    '--to-schema',
    'prisma/schema.prisma',
    '--exit-code',
  ];
  const { code, output } = await prisma(database.url, words);
  assert.equal(code, 0, output);
  await database.drop();
});

test('a changed schema becomes a new migration with migrate dev, on a database of its own', async () => {
  const config = path.join(folder, 'prisma.config.ts');
  await symlink(inProject('node_modules'), path.join(folder, 'node_modules'));
  await cp(inProject('prisma'), path.join(folder, 'prisma'), { recursive: true });
  const settings = await readFile(inProject('prisma.config.ts'), 'utf8');
  await writeFile(config, settings.replace("import.meta.dirname, '", `${JSON.stringify(projectRoot)}, '`));
  const schema = path.join(folder, 'prisma/schema.prisma');
  const text = await readFile(schema, 'utf8');
  const output = JSON.stringify(path.join(folder, 'generated'));
  await writeFile(
    schema,
    `${text.replace(/output\s*=.*/, `output = ${output}`)}\nmodel Planted {\n  id Int @id\n}\n`,
  );
  const database = await server.createDatabase();
  const made = await prisma(database.url, ['migrate', 'dev', '--name', 'planted', '--config', config]);
  assert.equal(made.code, 0, made.output);
  const [added] = (await readdir(path.join(folder, 'prisma/migrations'))).filter((name) =>
    name.endsWith('_planted'),
  );
  assert.ok(added, made.output);
  const sql = await readFile(path.join(folder, 'prisma/migrations', added, 'migration.sql'), 'utf8');
  assert.match(sql, /CREATE TABLE "Planted"/);
  assert.doesNotMatch(sql, /DROP/);
  await database.drop();
});
