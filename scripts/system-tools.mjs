// What the tests need from the system beside Node: installed from Debian's packages as root, otherwise named.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const aptWithinMs = 15 * 60_000;

const isOnPath = (command) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => existsSync(path.join(folder, command)));

const canImport = (module) =>
  spawnSync('/usr/bin/python3', ['-c', `import ${module}`], { stdio: 'ignore', timeout: 30_000 }).status ===
  0;

const tools = [
  { name: 'chromium', isThere: () => Boolean(process.env.CHROMIUM_PATH) || isOnPath('chromium') },
  { name: 'ffmpeg', isThere: () => isOnPath('ffmpeg') },
  { name: 'curl', isThere: () => isOnPath('curl') },
  { name: 'unzip', isThere: () => isOnPath('unzip') },
  { name: 'openssl', isThere: () => isOnPath('openssl') },
  // OpenStack Swift's S3 API: a real server that checks signatures, for the storage adapter.
  { name: 'python3-swift', isThere: () => canImport('swift') },
];

const runApt = (args) => {
  const { status, stderr } = spawnSync('apt-get', args, {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: aptWithinMs,
  });
  if (status !== 0) console.error(stderr?.trim().split('\n').slice(-20).join('\n'));
  return status === 0;
};

export const installSystemTools = () => {
  const missing = tools.filter((tool) => !tool.isThere()).map(({ name }) => name);
  if (missing.length === 0) return;
  const names = missing.join(' ');
  const isRoot = process.getuid?.() === 0;
  if (isRoot && isOnPath('apt-get')) {
    console.log(`Installing ${names} from Debian's packages …`);
    if (runApt(['update', '-qq']) && runApt(['install', '-y', '-qq', '--no-install-recommends', ...missing]))
      return;
  }
  console.error(
    `Missing: ${names}. Install them (on Debian: apt-get install ${names}); the tests that need them will fail.`,
  );
};
