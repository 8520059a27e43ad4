import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { readInstallation } from './installation.ts';

const home = mkdtempSync(path.join(os.tmpdir(), 'partbook-installation-'));
after(() => rmSync(home, { recursive: true, force: true }));
const folder = (name: string): string => path.join(home, name);

test('with nothing set it is an embedded installation on the usual port', () => {
  const found = readInstallation({ DATA_DIR: folder('bare'), PORT: '' });
  assert.equal(found.databaseUrl, null);
  assert.equal(found.siteUrl, null);
  assert.deepEqual([found.port, found.isPortChosen, found.host], [3000, false, '127.0.0.1']);
  assert.deepEqual([found.hasOwnWorkers, found.hasOwnEngine], [false, false]);
  assert.equal(statSync(path.join(folder('bare'), 'secrets.json')).mode & 0o777, 0o600);
  assert.equal('POSTGRES_PASSWORD' in found.env, false, 'programs get a URL, not the password');
});

test('each variable replaces its part', () => {
  const found = readInstallation({
    DATA_DIR: folder('own'),
    PORT: '4000',
    DATABASE_URL: 'postgresql://me@db/partbook',
    WORKER_URLS: 'http://one:1, http://two:2',
    INNGEST_BASE_URL: 'https://inn.example',
    SITE_URL: 'https://songs.example/',
    SESSION_SECRET: 's'.repeat(40),
  });
  assert.equal(found.databaseUrl, 'postgresql://me@db/partbook');
  assert.equal(found.siteUrl, 'https://songs.example');
  assert.deepEqual([found.port, found.isPortChosen], [4000, true]);
  assert.deepEqual([found.hasOwnWorkers, found.hasOwnEngine], [true, true]);
  assert.equal(found.env['SESSION_SECRET'], 's'.repeat(40));
  const kept = JSON.parse(readFileSync(path.join(folder('own'), 'secrets.json'), 'utf8')) as {
    SESSION_SECRET: string;
  };
  assert.notEqual(kept.SESSION_SECRET, 's'.repeat(40), 'what the environment gives is not written down');
});

test('a data folder that cannot be made is named', () => {
  writeFileSync(folder('file'), '');
  assert.throws(
    () => readInstallation({ DATA_DIR: path.join(folder('file'), 'data') }),
    /DATA_DIR: the folder .* cannot be made/,
  );
});
