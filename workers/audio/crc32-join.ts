// The CRC-32 of two pieces of a file, one behind the other, out of the checksums of both.

/** Polynomials over two elements modulo that of CRC-32: bit 31 is x⁰, bit 0 is x³¹. */
const modulus = 0xedb88320;
const one = 0x80000000;
const byteShift = 0x00800000;

const timesX = (polynomial: number): number =>
  polynomial & 1 ? (polynomial >>> 1) ^ modulus : polynomial >>> 1;

const product = (a: number, b: number): number => {
  let sum = 0;
  let shifted = b;
  for (let bit = one; bit !== 0; bit >>>= 1) {
    if (a & bit) sum ^= shifted;
    shifted = timesX(shifted);
  }
  return sum;
};

/** x to the power of eight times `bytes`. */
const shiftBy = (bytes: number): number => {
  let power = one;
  for (let rest = bytes, square = byteShift; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) power = product(power, square);
    square = product(square, square);
  }
  return power;
};

export const joinCrc32 = (first: number, second: number, secondBytes: number): number =>
  (product(first, shiftBy(secondBytes)) ^ second) >>> 0;
