import assert from 'node:assert/strict';
import { test } from 'node:test';
import { attachment } from './content-disposition.ts';

test('names keep their letters in UTF-8 and become ASCII for old programs', () => {
  assert.equal(
    attachment('Für Élise - vocals.mp3'),
    `attachment; filename="Fur Elise - vocals.mp3"; filename*=UTF-8''F%C3%BCr%20%C3%89lise%20-%20vocals.mp3`,
  );
  assert.equal(
    attachment('歌 - bass.mp3'),
    `attachment; filename="_ - bass.mp3"; filename*=UTF-8''%E6%AD%8C%20-%20bass.mp3`,
  );
});

test('no name breaks out of its header or its folder', () => {
  for (const name of [
    'a"; x="b.mp3',
    'a\r\nSet-Cookie: b.mp3',
    '../../etc/passwd',
    'a\\b',
    '\u202egpj.mp3',
    '\ud800.mp3',
  ]) {
    const header = attachment(name);
    assert.match(header, /^attachment; filename="[^"\\/\r\n]*"; filename\*=UTF-8''[A-Za-z0-9%._~!-]*$/);
  }
});
