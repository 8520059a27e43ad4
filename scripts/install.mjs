// Installs the packages of package-lock.json when node_modules is missing or holds something else.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);
const lockFolder = path.join(root, '.installing');
const holderFile = path.join(lockFolder, 'holders');
const installedList = 'node_modules/.package-lock.json';
const staleAfterMs = 20 * 60_000;

/** @param {string} file */
const readPackages = (file) => {
  try {
    return JSON.parse(readFileSync(path.join(root, file), 'utf8')).packages ?? {};
  } catch {
    return null;
  }
};

/** Optional packages of other systems may be absent; so may development ones, where only `npm start` runs. */
const isInstalled = (withDev) => {
  const wanted = readPackages('package-lock.json');
  if (wanted === null) throw new Error('package-lock.json is missing or damaged: restore it from git.');
  const present = readPackages(installedList);
  if (present === null) return false;
  return Object.entries(wanted).every(([place, { version, optional, devOptional, dev }]) => {
    if (place === '') return true;
    const found = present[place];
    if (found) return found.version === version && existsSync(path.join(root, place, 'package.json'));
    return optional || ((dev || devOptional) && !withDev);
  });
};

const isAlive = (pid) => {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
};

/** Its holder, and the npm that its holder started: that one may outlive it. */
const readHolders = () => {
  try {
    return readFileSync(holderFile, 'utf8').split(' ').map(Number);
  } catch {
    return []; // Not written yet, or already released.
  }
};

// mkdir is the one step that only one of two processes can win on every file system.
const takeTurn = async () => {
  for (let told = false; ; told = true) {
    try {
      mkdirSync(lockFolder);
      writeFileSync(holderFile, String(process.pid));
      return;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    if (!told) console.log('Another process installs packages here; waiting for it …');
    await new Promise((resolve) => setTimeout(resolve, 500));
    const age = Date.now() - (statSync(lockFolder, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    const holders = readHolders();
    const isDead = holders.length > 0 ? !holders.some(isAlive) : age > 5000;
    if (isDead || age > staleAfterMs) rmSync(lockFolder, { recursive: true, force: true });
  }
};

const runNpmCi = async (withDev) => {
  const args = ['ci', '--no-audit', '--no-fund', ...(withDev ? ['--include=dev'] : [])];
  const npm = process.env.npm_execpath;
  const [command, ...rest] = npm?.endsWith('.js') ? [process.execPath, npm, ...args] : ['npm', ...args];
  // Inside `npm start` npm's own settings stand in the environment; a fresh npm reads .npmrc again by itself.
  const ownSettings = /^npm_(config|package|lifecycle)_/;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !ownSettings.test(name)));
  // An npm that does not know `allowScripts` yet would let this package fetch CUDA libraries that are not used.
  env.ONNXRUNTIME_NODE_INSTALL ??= 'skip';
  // npm writes this list last but may remove it late: a killed install must not look whole.
  rmSync(path.join(root, installedList), { force: true });
  const child = spawn(command, rest, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  writeFileSync(holderFile, `${process.pid} ${child.pid ?? 0}`);
  // npm tidies up after a signal; the next install waits for that.
  const passOn = (signal) => child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, passOn);
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(-1));
    child.once('exit', resolve);
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, passOn);
  if (code === 0) return;
  throw new Error(
    'npm ci failed: see its words above. It needs npm 10 or newer and a way to an npm registry.',
  );
};

const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  throw new Error(`Partbook needs Node 20.19 or newer; this is ${process.versions.node}.`);
};

/** @param {{ withDev: boolean }} options `withDev`: the test tools too */
export const installWhenNeeded = async ({ withDev }) => {
  requireNode();
  if (isInstalled(withDev)) return;
  await takeTurn();
  try {
    if (isInstalled(withDev)) return;
    console.log('Installing packages with npm ci (the first time this takes a minute or two) …');
    await runNpmCi(withDev);
  } finally {
    rmSync(lockFolder, { recursive: true, force: true });
  }
};

/** Every script's last word: one sentence for people, the trace only on request. */
export const fail = (error) => {
  console.error(process.env.DEBUG ? error : `\n${error instanceof Error ? error.message : error}`);
  process.exit(1);
};
