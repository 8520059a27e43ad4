// Every rule of .dependency-cruiser.mjs catches a planted breach of it, and the real cruise reads the whole house.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { houseRooms } from '../../scripts/test/check-steps.ts';
import { inProject, projectRoot } from '../../server/supervisor/project-paths.ts';

type Violation = { rule: { name: string }; from: string };
type CruiseResult = { summary: { violations: Violation[]; totalCruised: number } };

const cruise = (folder: string): CruiseResult => {
  const rooms = houseRooms.filter((room) => existsSync(path.join(folder, room)));
  const cli = inProject('node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
  const args = [
    cli,
    '--config',
    '.dependency-cruiser.mjs',
    '--no-progress',
    '--output-type',
    'json',
    ...rooms,
  ];
  const options = { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 } as const;
  return JSON.parse(execFileSync(process.execPath, args, options)) as CruiseResult;
};

/** rule: [the file that breaks it, what it imports: a file of the project, or a package]. */
const breaches: Readonly<Record<string, readonly [string, string]>> = {
  'no-cycles': ['server/domain/circle.ts', 'server/domain/round.ts'],
  'no-unresolved': ['server/domain/lost.ts', './nowhere.ts'],
  'no-undeclared-package': ['server/rest/stranger.ts', 'left-pad'],
  'no-development-package-in-product': ['server/rest/tool.ts', 'fast-check'],
  'no-tests-in-product': ['server/domain/cheat.ts', 'tests/support/scene.ts'],
  'app-to-edges': ['app/(site)/shortcut.ts', 'server/db/rows.ts'],
  'browser-to-contract-only': ['app/(practice)/_room/peek.tsx', 'server/pages/secret.ts'],
  'player-is-plain': ['app/(practice)/_player/fancy.ts', 'react'],
  'edge-rest': ['server/rest/past-verbs.ts', 'server/db/rows.ts'],
  'edge-trpc': ['server/trpc/neighbour.ts', 'server/rest/answer.ts'],
  'edge-mcp': ['server/mcp/past-verbs.ts', 'server/storage/bytes.ts'],
  'edge-a2a': ['server/a2a/neighbour.ts', 'server/mcp/tools.ts'],
  'edge-oauth': ['server/oauth/past-verbs.ts', 'server/db/rows.ts'],
  'edge-auth': ['server/auth/neighbour.ts', 'server/rest/answer.ts'],
  'edge-jobs': ['server/jobs/past-verbs.ts', 'server/db/rows.ts'],
  'edge-pages': ['server/pages/past-verbs.ts', 'server/queue/send.ts'],
  'edge-db': ['server/db/upwards.ts', 'server/operations/verb.ts'],
  'edge-storage': ['server/storage/sideways.ts', 'server/db/rows.ts'],
  'edge-ingest': ['server/ingest/sideways.ts', 'server/storage/bytes.ts'],
  'edge-separation': ['server/separation/sideways.ts', 'server/db/rows.ts'],
  'edge-queue': ['server/queue/upwards.ts', 'server/jobs/run.ts'],
  'edge-mail': ['server/mail/sideways.ts', 'server/db/rows.ts'],
  operations: ['server/operations/upwards.ts', 'server/rest/answer.ts'],
  domain: ['server/domain/impure.ts', 'server/db/rows.ts'],
  contract: ['server/contract/heavy.ts', 'server/domain/rule.ts'],
  'contract-zod-only': ['server/contract/greedy.ts', 'undici'],
  engine: ['server/engine/singer.ts', 'server/domain/rule.ts'],
  supervisor: ['server/supervisor/singer.ts', 'server/domain/rule.ts'],
  workers: ['workers/jobs/homesick.ts', 'server/contract/split.ts'],
  'server-to-worker-contract-only': ['server/separation/inside.ts', 'workers/dsp/fft.ts'],
  'package-database': ['server/operations/query.ts', 'pg'],
  'package-onnx': ['workers/separators/direct.ts', 'onnxruntime-node'],
  'package-inngest': ['server/operations/send.ts', 'inngest'],
  'package-storage': ['server/operations/put.ts', '@vercel/blob'],
  'package-next-auth': ['server/pages/session.ts', 'next-auth'],
  'package-mcp': ['server/a2a/tool.ts', '@modelcontextprotocol/server'],
  'package-a2a': ['server/mcp/agent.ts', '@a2a-js/sdk'],
  'package-wavesurfer': ['app/(site)/wave.ts', 'wavesurfer.js'],
  'package-busboy': ['server/operations/form.ts', 'busboy'],
  'package-undici': ['server/operations/fetch.ts', 'undici'],
  'package-nodemailer': ['server/auth/letter.ts', 'nodemailer'],
  'package-trpc-server': ['server/rest/procedure.ts', '@trpc/server'],
  'package-react': ['server/pages/view.ts', 'react'],
};

const isFile = (target: string): boolean => /^(app|server|workers|tests)\//.test(target);

const write = (folder: string, file: string, text: string): void => {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
};

const writeBreach = (folder: string, [from, target]: readonly [string, string]): void => {
  const relative = path.relative(path.dirname(from), target);
  const specifier = isFile(target) ? (relative.startsWith('.') ? relative : `./${relative}`) : target;
  write(folder, from, `import { x } from '${specifier}';\nexport const y = x;\n`);
  if (isFile(target)) write(folder, target, 'export const x = 1;\n');
  else if (!target.startsWith('.')) {
    write(folder, `node_modules/${target}/package.json`, JSON.stringify({ name: target, main: 'index.js' }));
    write(folder, `node_modules/${target}/index.js`, 'exports.x = 1;\n');
  }
};

let folder = '';
let planted: CruiseResult;
before(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'partbook-rules-'));
  for (const file of ['.dependency-cruiser.mjs', 'tsconfig.json', 'package.json'])
    cpSync(inProject(file), path.join(folder, file));
  for (const breach of Object.values(breaches)) writeBreach(folder, breach);
  write(folder, 'server/domain/round.ts', "import { y } from './circle.ts';\nexport const x = y;\n");
  planted = cruise(folder);
});
after(() => rmSync(folder, { recursive: true, force: true }));

const ruleNames = async (): Promise<string[]> => {
  const config = (await import(inProject('.dependency-cruiser.mjs'))) as {
    default: { forbidden: Array<{ name: string; severity: string }> };
  };
  assert.ok(config.default.forbidden.every(({ severity }) => severity === 'error'));
  return config.default.forbidden.map(({ name }) => name);
};

test('every rule has a planted breach, and every breach a rule', async () => {
  assert.deepEqual(Object.keys(breaches).sort(), (await ruleNames()).sort());
});

for (const [rule, [from, target]] of Object.entries(breaches))
  test(`${rule}: ${from} may not import ${target}`, () => {
    const caught = planted.summary.violations.some(
      (found) => found.rule.name === rule && found.from === from,
    );
    assert.ok(caught, `not caught by ${rule}`);
  });

test('the cruise reads every source file of the house', () => {
  const sources = houseRooms
    .filter((room) => existsSync(inProject(room)))
    .flatMap((room) =>
      readdirSync(inProject(room), { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
    )
    .filter((file) => /[.]tsx?$/.test(file) && !file.startsWith('server/db/generated/'));
  const { summary } = cruise(projectRoot);
  assert.ok(sources.length >= 25, `only ${sources.length} source files were found`);
  assert.ok(
    summary.totalCruised >= sources.length,
    `cruised ${summary.totalCruised} modules for ${sources.length} source files`,
  );
});
