import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readOrCreateSecrets } from './secrets-file.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'partbook-secrets-'));
after(() => rmSync(home, { recursive: true, force: true }));

const folder = (name: string): string => {
  mkdirSync(path.join(home, name), { recursive: true });
  return path.join(home, name);
};

test('secrets are made once, kept, and readable by the owner alone', () => {
  const dir = folder('once');
  const first = readOrCreateSecrets(dir);
  assert.deepEqual(readOrCreateSecrets(dir), first);
  assert.equal(new Set(Object.values(first)).size, 6);
  assert.ok(Object.values(first).every((secret) => secret.length >= 43));
  assert.equal(statSync(path.join(dir, 'secrets.json')).mode & 0o777, 0o600);
  assert.deepEqual(readdirSync(dir), ['secrets.json']);
});

test('a secret that an older file lacks is added; the others stay', () => {
  const dir = folder('older');
  const first = readOrCreateSecrets(dir);
  const { WORKER_SECRET: _gone, ...rest } = first;
  writeFileSync(path.join(dir, 'secrets.json'), JSON.stringify(rest));
  const second = readOrCreateSecrets(dir);
  assert.notEqual(second.WORKER_SECRET, first.WORKER_SECRET);
  assert.equal(second.SESSION_SECRET, first.SESSION_SECRET);
  assert.deepEqual(JSON.parse(readFileSync(path.join(dir, 'secrets.json'), 'utf8')), second);
});

test('a damaged file and one lost beside a database are refused, never replaced', () => {
  const damaged = folder('damaged');
  writeFileSync(path.join(damaged, 'secrets.json'), '{');
  assert.throws(() => readOrCreateSecrets(damaged), /cannot be read.*Restore it from a backup/);
  const lost = folder('lost');
  mkdirSync(path.join(lost, 'postgres'));
  writeFileSync(path.join(lost, 'postgres', 'PG_VERSION'), '18');
  assert.throws(() => readOrCreateSecrets(lost), /is missing, but a database that needs it exists/);
});
