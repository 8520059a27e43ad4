import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expressionProblem, keyOf, matches } from './expression.ts';

const event = { name: 'a', data: { id: 'x', n: 3, deep: { ok: true } } };

test('matches two events with each other', () => {
  const same = 'event.data.id == async.data.id';
  assert.equal(matches(same, { event, async: { data: { id: 'x' } } }), true);
  assert.equal(matches(same, { event, async: { data: { id: 'y' } } }), false);
  assert.equal(matches('event.data.n > 2 && event.data.deep.ok', { event }), true);
  assert.equal(matches(null, { event }), true);
});

test('takes an event that lacks the value, or a result that is no truth value, as no match', () => {
  assert.equal(matches('event.data.missing == "x"', { event }), false);
  assert.equal(matches('event.data.id', { event }), false);
  assert.equal(matches('event.data.id ==', { event }), false);
});

test('makes keys of values, different for different values', () => {
  assert.equal(keyOf('event.data.id', { event }), '"x"');
  assert.equal(keyOf('event.data.n', { event }), '3');
  assert.equal(keyOf('event.data.missing', { event }), '');
});

test('tells before it is used that an expression cannot be read', () => {
  assert.equal(expressionProblem('event.data.id == "x"'), null);
  assert.notEqual(expressionProblem('event.data.id =='), null);
});
