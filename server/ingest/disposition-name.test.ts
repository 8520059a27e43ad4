import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dispositionName } from './disposition-name.ts';

test('the UTF-8 name wins, then the quoted one, then the bare one', () => {
  const latin = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
  const table: [string | undefined, string | null][] = [
    [`attachment; filename="a.mp3"; filename*=UTF-8''F%C3%BCr%20a.mp3`, 'Für a.mp3'],
    [`attachment; filename="say \\"hi\\".mp3"`, 'say "hi".mp3'],
    ['attachment; filename=plain.mp3', 'plain.mp3'],
    [`attachment; filename="${latin('歌.mp3')}"`, '歌.mp3'],
    ['attachment; filename="F\xfcr.mp3"', 'Für.mp3'],
    [`attachment; filename*=UTF-8''%zz; filename="b.mp3"`, 'b.mp3'],
    ['inline', null],
    ['attachment; filename=""', null],
    [undefined, null],
  ];
  for (const [header, name] of table) assert.equal(dispositionName(header), name, String(header));
});
