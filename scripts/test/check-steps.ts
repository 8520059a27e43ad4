// The checks that read the code: format, lint, types, room rules, unused code.
import { existsSync } from 'node:fs';
import { inProject, projectRoot } from '../../server/supervisor/project-paths.ts';
import { runCommand } from '../../server/supervisor/run-command.ts';

export type CheckStep = { name: string; command: readonly [string, ...string[]] };

const node = process.execPath;
const bin = (place: string): string => inProject('node_modules', place);

/** Every folder with source files. */
export const houseRooms = ['app', 'server', 'workers', 'scripts', 'tests'] as const;

export const checkSteps: readonly CheckStep[] = [
  { name: 'format (prettier)', command: [node, bin('prettier/bin/prettier.cjs'), '--check', '.'] },
  { name: 'lint (oxlint)', command: [node, bin('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings'] },
  { name: 'types (tsc)', command: [node, bin('typescript/bin/tsc'), '--noEmit', '-p', '.'] },
  {
    name: 'rooms (dependency-cruiser)',
    command: [
      node,
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      '--no-progress',
      ...houseRooms.filter((room) => existsSync(inProject(room))),
    ],
  },
  { name: 'unused code (knip)', command: [node, bin('knip/bin/knip.js'), '--no-progress'] },
];

export const runCheckStep = async ({ command }: CheckStep): Promise<{ ok: boolean; output: string }> => {
  const { code, output } = await runCommand(command, { cwd: projectRoot, timeoutMs: 10 * 60_000 });
  return { ok: code === 0, output: output.trimEnd() };
};
