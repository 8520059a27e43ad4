// Nothing is claimed that is not known: doubt is said, and without a confident grid there is no click.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beatGrid, keyFact, tempoFact, transposedKey } from './song-facts.ts';

const analysis = {
  tempo_bpm: 119.6,
  tempo_confidence: 0.9,
  beats: Array.from({ length: 20 }, (_, index) => index / 2),
  first_downbeat: 0,
  beats_per_bar: 4,
  key: 'A minor',
  key_confidence: 0.9,
};

test('says what is certain plainly, what is likely with a doubt, and leaves the rest', () => {
  assert.equal(tempoFact(analysis, 100), '120 bpm');
  assert.equal(tempoFact({ ...analysis, tempo_confidence: 0.5 }, 100), 'About 120 bpm');
  assert.equal(tempoFact({ ...analysis, tempo_confidence: 0.2 }, 100), 'Tempo unclear');
  assert.equal(keyFact(analysis, 0), 'A minor');
  assert.equal(keyFact({ ...analysis, key_confidence: 0.5 }, 0), 'Probably A minor');
  assert.equal(keyFact(null, 0), 'Key unclear');
});

test('tempo and key follow the practice speed and the transposition', () => {
  assert.equal(tempoFact(analysis, 50), '60 bpm');
  assert.equal(keyFact(analysis, 2), 'B minor');
  assert.equal(transposedKey('C major', -1), 'B major');
  assert.equal(transposedKey('F# minor', 12), 'F♯ minor');
  assert.equal(transposedKey('atonal', 3), 'atonal');
});

test('only a confident grid is clicked', () => {
  assert.equal(beatGrid(analysis)?.beats.length, 20);
  assert.equal(beatGrid({ ...analysis, tempo_confidence: 0.5 }), null);
  assert.equal(beatGrid({ ...analysis, beats: [1, 2] }), null);
});
