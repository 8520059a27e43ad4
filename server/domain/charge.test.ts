import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decideCharge } from './charge.ts';
import { monthStart, nextMonthStart } from './month.ts';

const free = { plan: 'free', splitsUsed: 0, splitsPerMonth: 5, credits: 0 } as const;

test('a free account pays vocals and fast from its allowance until the month is used up', () => {
  assert.deepEqual(decideCharge('vocals', free), { charge: 'allowance' });
  assert.deepEqual(decideCharge('fast', { ...free, splitsUsed: 4 }), { charge: 'allowance' });
  assert.deepEqual(decideCharge('fast', { ...free, splitsUsed: 5 }), { refuse: 'limit_reached' });
});

test('a credit covers a split past the limit, and full without Pro', () => {
  assert.deepEqual(decideCharge('vocals', { ...free, splitsUsed: 5, credits: 1 }), { charge: 'credit' });
  assert.deepEqual(decideCharge('full', { ...free, credits: 1 }), { charge: 'credit' });
  assert.deepEqual(decideCharge('full', free), { refuse: 'plan_required' });
});

test('pro pays full from its allowance and is told of the limit, not of the plan', () => {
  const pro = { ...free, plan: 'pro', splitsPerMonth: 200 } as const;
  assert.deepEqual(decideCharge('full', pro), { charge: 'allowance' });
  assert.deepEqual(decideCharge('full', { ...pro, splitsUsed: 200 }), { refuse: 'limit_reached' });
});

test('months are calendar months in UTC', () => {
  const lastSecond = new Date('2026-12-31T23:59:59Z');
  assert.equal(monthStart(lastSecond).toISOString(), '2026-12-01T00:00:00.000Z');
  assert.equal(nextMonthStart(lastSecond).toISOString(), '2027-01-01T00:00:00.000Z');
});
