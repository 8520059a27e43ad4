import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addBlock } from '../dsp/scale-block.ts';
import { zeroBlock, type StereoBlock } from '../dsp/stereo-block.ts';
import { estimateFor, evaluateSong, methods } from './evaluate-song.ts';
import { evaluationTable } from './evaluation-table.ts';

const rate = 44_100;
const block = (value: (t: number) => number): StereoBlock => {
  const left = Float32Array.from({ length: 2 * rate }, (_, t) => value(t));
  return { left, right: left.slice() };
};
const tone = (hz: number): StereoBlock => block((t) => 0.3 * Math.sin((2 * Math.PI * hz * t) / rate));
const constant = (value: number): StereoBlock => block(() => value);

test('what a song keeps in its other stem is compared with everything that belongs there', () => {
  const estimates = new Map(
    ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other'].map((stem, i) => [stem, constant(2 ** i)]),
  );
  const level = (stem: string, references: string[]): number | undefined =>
    estimateFor(stem, references, estimates)?.left[0];
  assert.equal(level('other', ['vocals', 'drums', 'other']), 4 + 8 + 16 + 32);
  assert.equal(level('other', ['vocals', 'drums', 'bass', 'other']), 8 + 16 + 32);
  assert.equal(level('other', ['bass', 'guitar', 'piano', 'other']), 32);
  assert.equal(level('drums', ['drums', 'other']), 2);
  assert.equal(level('strings', ['strings']), undefined);
});

test('a perfect model beats the ideal mask, which beats the mixture; the table has a row for each stem', async () => {
  const stems = new Map([
    ['vocals', tone(1000)],
    ['bass', tone(60)],
  ]);
  const mixture = zeroBlock(2 * rate);
  for (const stem of stems.values()) addBlock(mixture, stem);
  const rows = await evaluateSong({ name: 'two tones', mixture, stems }, () => Promise.resolve(stems));
  for (const { scores } of rows) {
    const [model, mix, , ideal] = methods.map((method) => scores.get(method)?.global ?? Number.NaN);
    assert.ok(Number(model) > 60, `model ${model}`);
    assert.ok(Math.abs(Number(mix)) < 0.5, `mixture ${mix}`);
    assert.ok(Number(ideal) > 15 && Number(ideal) < Number(model), `ideal ${ideal}`);
  }
  // The classic method knows that a voice is in the centre and a bass is low.
  for (const { scores } of rows) assert.ok((scores.get('classic')?.global ?? 0) > 5);
  const table = evaluationTable(rows, 'perfect@1');
  assert.match(table, /\| two tones \| vocals \| /);
  assert.match(table, /\| \*\*mean\*\* \| bass \| /);
});
