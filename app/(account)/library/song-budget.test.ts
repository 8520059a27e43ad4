// What the library says a song costs, against the rule of the contract, and what it warns of.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountWire } from '../../../server/contract/account.ts';
import { modelIds } from '../../../server/contract/models.ts';
import { decideCharge } from '../../../server/domain/charge.ts';
import { affordable, priceOf, warningFor } from './song-budget.ts';

type Facts = { plan?: 'free' | 'pro'; used?: number; credits?: number; inHour?: number };

const accountOf = ({ plan = 'free', used = 0, credits = 0, inHour = 10 }: Facts): AccountWire => ({
  plan,
  splits_used: used,
  splits_left: 5 - used,
  splits_per_month: 5,
  resets_at: '2026-12-01T00:00:00.000Z',
  credits,
  limits: {
    songs_per_hour: 10,
    songs_left_this_hour: inHour,
    splits_at_once: 2,
    batch_size: 10,
    form_upload_bytes: 1,
    direct_upload_bytes: 1,
    upload_part_bytes: 1,
    models: [],
  },
  upgrade_url: 'http://localhost/pricing',
});

test('the price shown is the one the service charges, for every plan, purse and model', () => {
  for (const plan of ['free', 'pro'] as const) {
    for (const used of [0, 4, 5]) {
      for (const credits of [0, 2]) {
        for (const model of modelIds) {
          const decision = decideCharge(model, { plan, splitsUsed: used, splitsPerMonth: 5, credits });
          const charged = 'charge' in decision ? decision.charge : decision.refuse;
          assert.equal(
            priceOf(accountOf({ plan, used, credits }), model),
            charged,
            `${plan} ${used} ${model}`,
          );
        }
      }
    }
  }
});

test('credits are added to what the plan gives, and stand alone where it gives nothing', () => {
  assert.equal(affordable(accountOf({ used: 3, credits: 4 }), 'vocals'), 6);
  assert.equal(affordable(accountOf({ used: 3, credits: 4 }), 'full'), 4);
  assert.equal(affordable(accountOf({ used: 3, credits: 4, plan: 'pro' }), 'full'), 6);
});

test('what cannot be submitted at all is blocked, with the way out', () => {
  const empty = warningFor(accountOf({ used: 5 }), 'fast', 1);
  assert.deepEqual([empty?.blocks, empty?.pricing], [true, true]);
  assert.match(empty?.message ?? '', /December 1/);
  const plan = warningFor(accountOf({}), 'full', 1);
  assert.match(plan?.message ?? '', /needs the Pro plan/);
  const pace = warningFor(accountOf({ inHour: 0 }), 'vocals', 1);
  assert.deepEqual([pace?.blocks, pace?.pricing], [true, false]);
});

test('what fits in part is said before, and what fits whole is not talked about', () => {
  assert.match(warningFor(accountOf({ used: 3 }), 'vocals', 4)?.message ?? '', /Only 2 songs of these 4/);
  assert.match(warningFor(accountOf({ inHour: 1 }), 'vocals', 3)?.message ?? '', /Only 1 song of these 3/);
  assert.equal(warningFor(accountOf({}), 'vocals', 5), null);
});
