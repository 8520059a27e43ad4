import assert from 'node:assert/strict';
import { test } from 'node:test';
import { message } from '../contract/a2a.ts';
import { songsOf } from './message-songs.ts';

const ask = (...parts: object[]) =>
  songsOf(message.parse({ messageId: 'm', role: 'ROLE_USER', parts }), undefined);
const links = (...parts: object[]) => ask(...parts).songs.map(({ audioUrl }) => audioUrl);

test('links are found in url parts, in sentences and in data, each once', () => {
  assert.deepEqual(links({ url: 'https://a.example/1.mp3' }), ['https://a.example/1.mp3']);
  assert.deepEqual(
    links({
      text: 'Split https://a.example/1.mp3, (see http://b.example/x_(live).mp3) and <https://c.example/3?x=1>!',
    }),
    ['https://a.example/1.mp3', 'http://b.example/x_(live).mp3', 'https://c.example/3?x=1'],
  );
  assert.deepEqual(links({ text: '[song](https://a.example/1.mp3).' }), ['https://a.example/1.mp3']);
  assert.deepEqual(
    links({ data: { audio_urls: ['https://a.example/1.mp3'] } }, { text: 'https://a.example/1.mp3' }),
    ['https://a.example/1.mp3'],
  );
  assert.deepEqual(links({ text: 'hello' }), []);
});

test('the model comes from the data part or the metadata, else it is vocals', () => {
  assert.equal(ask({ data: { audio_urls: [], model: 'full' } }).model, 'full');
  assert.equal(ask({ text: 'x' }).model, 'vocals');
  const told = message.parse({ messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'x' }] });
  assert.equal(songsOf(told, { model: 'fast' }).model, 'fast');
});

test('a file’s name becomes the song’s', () => {
  assert.deepEqual(ask({ url: 'https://a.example/1', filename: 'Blue Room.mp3' }).songs, [
    { audioUrl: 'https://a.example/1', name: 'Blue Room.mp3' },
  ]);
});

test('what cannot be a song is refused', () => {
  const eleven = Array.from({ length: 11 }, (_, n) => `https://a.example/${n}.mp3`);
  for (const part of [
    { url: 'ftp://a.example/1.mp3' },
    { url: 'not a link' },
    { data: { audio_urls: [7] } },
    { data: { audio_urls: 'https://a.example/1.mp3' } },
    { data: [] },
    { data: { audio_urls: [], model: 'everything' } },
    { data: { audio_urls: eleven } },
    { text: eleven.join(' ') },
  ]) {
    assert.throws(() => ask(part), { name: 'A2AError', reason: 'INVALID_PARAMS' }, JSON.stringify(part));
  }
  assert.throws(() => ask({ raw: 'AAAA' }), { reason: 'CONTENT_TYPE_NOT_SUPPORTED' });
});
