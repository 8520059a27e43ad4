import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { joinCrc32 } from './crc32-join.ts';

test('the checksum of two pieces is that of the whole, wherever it is cut', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 5000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (bytes, share) => {
        const cut = Math.round(share * bytes.length);
        const [first, second] = [bytes.subarray(0, cut), bytes.subarray(cut)];
        assert.equal(joinCrc32(crc32(first), crc32(second), second.length), crc32(bytes));
      },
    ),
  );
});

test('pieces of more than four gigabytes are joined too', () => {
  // Zeros behind a piece, in two steps and in one.
  const [first, zeros] = [crc32(Buffer.from('Partbook')), 5 * 2 ** 30];
  const zerosSum = (bytes: number): number => {
    let [sum, done] = [crc32(Buffer.alloc(1 << 20)), 1 << 20];
    for (; done < bytes; done *= 2) sum = joinCrc32(sum, sum, done);
    assert.equal(done, bytes);
    return sum;
  };
  const half = zerosSum(2 ** 32);
  const rest = zerosSum(2 ** 30);
  const inOne = joinCrc32(first, joinCrc32(half, rest, 2 ** 30), zeros);
  assert.equal(joinCrc32(joinCrc32(first, half, 2 ** 32), rest, 2 ** 30), inOne);
});
