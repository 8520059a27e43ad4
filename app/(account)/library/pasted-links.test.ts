// Which words of a pasted text are links, and what is said about those that are not.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linksIn, problemOf } from './pasted-links.ts';

test('links stand on lines, or between commas and spaces, and count once', () => {
  const text = ' https://a.org/1.mp3\nhttps://a.org/2.mp3, https://a.org/3.mp3\r\n\nhttps://a.org/1.mp3\n';
  assert.deepEqual(linksIn(text), ['https://a.org/1.mp3', 'https://a.org/2.mp3', 'https://a.org/3.mp3']);
});

test('a comma inside a link belongs to it', () => {
  assert.deepEqual(linksIn('https://a.org/x,y.mp3?b=1,2'), ['https://a.org/x,y.mp3?b=1,2']);
});

test('what is no link is named', () => {
  assert.match(problemOf(['https://a.org/1.mp3', 'song.mp3']) ?? '', /“song\.mp3” is not a link/);
  assert.match(problemOf(['ftp://a.org/1.mp3']) ?? '', /not a link/);
  assert.match(problemOf([`https://a.org/${'x'.repeat(3000)}`]) ?? '', /too long/);
});

test('more than a batch holds is said with the number', () => {
  const many = Array.from({ length: 11 }, (_, index) => `https://a.org/${String(index)}.mp3`);
  assert.match(problemOf(many) ?? '', /These are 11 links; 10 go at once/);
  assert.equal(problemOf(many.slice(1)), null);
});
