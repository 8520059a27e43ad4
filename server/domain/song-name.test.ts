import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameFromFile, nameFromUrl } from './song-name.ts';

test('a file gives its base name, without extension, with spaces for _ and +', () => {
  assert.equal(nameFromFile('My_Song+(live).mp3'), 'My Song (live)');
  assert.equal(nameFromFile('C:\\Music\\a.b.flac'), 'a.b');
  assert.equal(nameFromFile('  .wav '), '.wav');
  assert.equal(nameFromFile(''), null);
});

test('a link gives the decoded last part of its path, and nothing when there is none', () => {
  assert.equal(nameFromUrl('https://x.org/a/Caf%C3%A9%20del_Mar.MP3?dl=1#t'), 'Café del Mar');
  assert.equal(nameFromUrl('https://x.org/%E0%A4%A.mp3'), '%E0%A4%A');
  assert.equal(nameFromUrl('https://x.org/'), null);
  assert.equal(nameFromUrl('https://drive.google.com/file/d/1AbC/view?usp=sharing'), null);
  assert.equal(nameFromUrl('https://drive.usercontent.google.com/download?id=1AbC'), null);
});

test('a name never exceeds 200 characters and holds no control characters', () => {
  assert.equal(nameFromFile(`${'a'.repeat(500)}.mp3`)?.length, 200);
  assert.equal(nameFromFile('a\u0000b\u202Ec.mp3'), 'abc');
});
