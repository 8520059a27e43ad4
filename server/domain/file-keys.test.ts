import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileKey, isFileKey, proFileKey } from './file-keys.ts';
import { mp3Url, peaksUrl, previewUrl, wavUrl, zipUrl } from './file-links.ts';

const secret = 's'.repeat(32);

test('keys are 43 base64url characters, differ by split, secret and right, and stay the same', () => {
  const keys = [
    fileKey(secret, 'split_a'),
    fileKey(secret, 'split_b'),
    fileKey('t'.repeat(32), 'split_a'),
    proFileKey(secret, 'split_a'),
  ];
  for (const key of keys) assert.match(key, /^[A-Za-z0-9_-]{43}$/);
  assert.equal(new Set(keys).size, keys.length);
  assert.equal(fileKey(secret, 'split_a'), keys[0]);
});

test('only the whole right key is a key', () => {
  const key = fileKey(secret, 'split_a');
  assert.equal(isFileKey(key, key), true);
  for (const wrong of [null, '', key.slice(1), `${key}A`, key.toLowerCase(), proFileKey(secret, 'split_a')]) {
    assert.equal(isFileKey(key, wrong), false);
  }
});

test('links of free files carry the file key, links of WAV and ZIP the Pro key', () => {
  const base = { siteUrl: 'https://partbook.test', secret };
  const open = fileKey(secret, 'split_a');
  const pro = proFileKey(secret, 'split_a');
  assert.equal(
    mp3Url(base, 'split_a', 'vocals'),
    `https://partbook.test/files/split_a/vocals.mp3?key=${open}`,
  );
  assert.equal(
    previewUrl(base, 'split_a', 'bass'),
    `https://partbook.test/files/split_a/bass.ogg?key=${open}`,
  );
  assert.equal(
    peaksUrl(base, 'split_a', 'bass'),
    `https://partbook.test/files/split_a/bass.peaks?key=${open}`,
  );
  assert.equal(wavUrl(base, 'split_a', 'bass'), `https://partbook.test/files/split_a/bass.wav?key=${pro}`);
  assert.equal(zipUrl(base, 'split_a'), `https://partbook.test/files/split_a/stems.zip?key=${pro}`);
});
