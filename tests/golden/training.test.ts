// Runs the Python tests of training. Where PyTorch is missing, its tests are not run, and the output says so.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const training = path.join(import.meta.dirname, '../../workers/training');
const songs = path.join(import.meta.dirname, '../fixtures/songs');
const heldOutNames = /caesium|francium|mdn_multitrack|(^|\/)eval\//i;

const heldOut = new Set(
  Object.values(
    (
      JSON.parse(readFileSync(path.join(training, 'held_out.json'), 'utf8')) as {
        sha256: Record<string, string>;
      }
    ).sha256,
  ),
);

/** Leaves no files; shares the processor; keeps freed memory instead of asking the system for it at every step. */
const quiet = {
  PYTHONDONTWRITEBYTECODE: '1',
  OMP_WAIT_POLICY: 'PASSIVE',
  MALLOC_MMAP_MAX_: '0',
  MALLOC_TRIM_THRESHOLD_: '4000000000',
};

/** The first Python that has PyTorch, else any: a version manager's python3 often hides the system's packages. */
const interpreters = ['python3', '/usr/bin/python3'];

const run = (interpreter: string, args: string[], seconds: number): { ok: boolean; output: string } => {
  const { status, stdout, stderr } = spawnSync(interpreter, args, {
    cwd: training,
    encoding: 'utf8',
    timeout: seconds * 1000,
    env: { ...process.env, ...quiet },
  });
  return { ok: status === 0, output: `${stdout ?? ''}${stderr ?? ''}` };
};

const trainedOn = (): { hash: string; file: string }[] =>
  readFileSync(path.join(training, 'trained_on.txt'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => {
      const [hash = '', file = ''] = line.split('  ');
      return { hash, file };
    });

test('no file that the bundled model learned from is an evaluation song, by name or by hash', () => {
  const files = trainedOn();
  const prefixes = new Set([...heldOut].map((hash) => hash.slice(0, 32)));
  assert.ok(files.length > 1000, `only ${files.length} training files are listed`);
  for (const { hash, file } of files) {
    assert.match(hash, /^[0-9a-f]{32}$/, file);
    assert.doesNotMatch(file, heldOutNames);
    assert.ok(!prefixes.has(hash), `${file} has the content of an evaluation song`);
  }
});

test('every song that the bench measures by default is held out of training', () => {
  const folders = readdirSync(songs, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  assert.ok(folders.length > 0);
  for (const { name } of folders) {
    assert.match(name, heldOutNames);
    for (const file of readdirSync(path.join(songs, name))) {
      const hash = createHash('sha256')
        .update(readFileSync(path.join(songs, name, file)))
        .digest('hex');
      assert.ok(heldOut.has(hash), `${name}/${file} is not in held_out.json`);
    }
  }
});

const anyPython = interpreters.find((name) => run(name, ['-c', 'import sys'], 60).ok);
if (anyPython)
  test('the reader of training files refuses evaluation songs', () => {
    const { ok, output } = run(anyPython, ['-m', 'unittest', 'test_holdout'], 60);
    assert.ok(ok, output);
  });
else process.stdout.write('NOT RUN: the hold-out tests in Python (python3 is not installed).\n');

const withTorch = interpreters.find((name) => run(name, ['-c', 'import torch, scipy, soundfile'], 120).ok);
if (withTorch)
  test('a tiny network learns, resumes, widens and adds up', () => {
    const { ok, output } = run(withTorch, ['-m', 'unittest', 'test_training'], 520);
    assert.ok(ok, output);
  });
else process.stdout.write('NOT RUN: the tiny training run (python3 has no PyTorch, SciPy or soundfile).\n');
