// A scope must end everything it was given, once, in reverse order, whatever is added late.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Scope } from './scope.ts';

test('ends what it holds, last in first out, once', () => {
  const scope = new Scope();
  const log: string[] = [];
  scope.defer(() => log.push('first'));
  scope.defer(() => log.push('second'));
  scope.child().defer(() => log.push('child'));
  scope.end();
  scope.end();
  assert.deepEqual(log, ['child', 'second', 'first']);
  assert.equal(scope.signal.aborted, true);
});

test('what comes after the end ends at once, and listeners are not added', () => {
  const scope = new Scope();
  scope.end();
  let ended = 0;
  scope.defer(() => (ended += 1));
  const target = new EventTarget();
  scope.listen(target, 'x', () => (ended += 10));
  target.dispatchEvent(new Event('x'));
  assert.equal(ended, 1);
});

test('a listener is gone with its scope, and a child forgotten by its parent', () => {
  const scope = new Scope();
  const child = scope.child();
  const target = new EventTarget();
  let heard = 0;
  child.listen(target, 'x', () => (heard += 1));
  target.dispatchEvent(new Event('x'));
  child.end();
  target.dispatchEvent(new Event('x'));
  scope.end();
  assert.equal(heard, 1);
});
