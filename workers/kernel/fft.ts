// Complex FFT of 2ⁿ ≥ 16 points: Stockham autosort in steps of four, four butterflies at a time.
// X[k] = Σ x[t]·exp(−2πi·kt/n), unnormalised. Turns come from outside: for each stage and each of the three turned
// outputs the cosines and then the sines of its groups.
import { at, storeTurned } from './vectors';

/** First stage, every group has one butterfly: four groups at a time, results turned into their rows. */
function firstStage(re: usize, im: usize, outRe: usize, outIm: usize, turns: usize, groups: i32): void {
  for (let p = 0; p < groups; p += 4) {
    const ar = v128.load(at(re, p));
    const ai = v128.load(at(im, p));
    const br = v128.load(at(re, p + groups));
    const bi = v128.load(at(im, p + groups));
    const cr = v128.load(at(re, p + 2 * groups));
    const ci = v128.load(at(im, p + 2 * groups));
    const dr = v128.load(at(re, p + 3 * groups));
    const di = v128.load(at(im, p + 3 * groups));
    const acr = f32x4.add(ar, cr);
    const aci = f32x4.add(ai, ci);
    const bdr = f32x4.add(br, dr);
    const bdi = f32x4.add(bi, di);
    const amcr = f32x4.sub(ar, cr);
    const amci = f32x4.sub(ai, ci);
    const bmdr = f32x4.sub(br, dr);
    const bmdi = f32x4.sub(bi, di);
    const r1 = f32x4.add(amcr, bmdi);
    const i1 = f32x4.sub(amci, bmdr);
    const r2 = f32x4.sub(acr, bdr);
    const i2 = f32x4.sub(aci, bdi);
    const r3 = f32x4.sub(amcr, bmdi);
    const i3 = f32x4.add(amci, bmdr);
    const c1 = v128.load(at(turns, p));
    const s1 = v128.load(at(turns, p + groups));
    const c2 = v128.load(at(turns, p + 2 * groups));
    const s2 = v128.load(at(turns, p + 3 * groups));
    const c3 = v128.load(at(turns, p + 4 * groups));
    const s3 = v128.load(at(turns, p + 5 * groups));
    storeTurned(
      f32x4.add(acr, bdr),
      f32x4.sub(f32x4.mul(r1, c1), f32x4.mul(i1, s1)),
      f32x4.sub(f32x4.mul(r2, c2), f32x4.mul(i2, s2)),
      f32x4.sub(f32x4.mul(r3, c3), f32x4.mul(i3, s3)),
      at(outRe, 4 * p),
      16,
    );
    storeTurned(
      f32x4.add(aci, bdi),
      f32x4.add(f32x4.mul(r1, s1), f32x4.mul(i1, c1)),
      f32x4.add(f32x4.mul(r2, s2), f32x4.mul(i2, c2)),
      f32x4.add(f32x4.mul(r3, s3), f32x4.mul(i3, c3)),
      at(outIm, 4 * p),
      16,
    );
  }
}

/** A stage between: neighbours lie `stride` apart and share their group's turns. */
function middleStage(
  re: usize,
  im: usize,
  outRe: usize,
  outIm: usize,
  turns: usize,
  groups: i32,
  stride: i32,
): void {
  const quarter = (<usize>(stride * groups)) << 2;
  const next = (<usize>stride) << 2;
  for (let p = 0; p < groups; p++) {
    const c1 = v128.load32_splat(at(turns, p));
    const s1 = v128.load32_splat(at(turns, p + groups));
    const c2 = v128.load32_splat(at(turns, p + 2 * groups));
    const s2 = v128.load32_splat(at(turns, p + 3 * groups));
    const c3 = v128.load32_splat(at(turns, p + 4 * groups));
    const s3 = v128.load32_splat(at(turns, p + 5 * groups));
    let fromRe = at(re, stride * p);
    let fromIm = at(im, stride * p);
    let toRe = at(outRe, 4 * stride * p);
    let toIm = at(outIm, 4 * stride * p);
    for (let q = 0; q < stride; q += 4) {
      const ar = v128.load(fromRe);
      const ai = v128.load(fromIm);
      const br = v128.load(fromRe + quarter);
      const bi = v128.load(fromIm + quarter);
      const cr = v128.load(fromRe + 2 * quarter);
      const ci = v128.load(fromIm + 2 * quarter);
      const dr = v128.load(fromRe + 3 * quarter);
      const di = v128.load(fromIm + 3 * quarter);
      const acr = f32x4.add(ar, cr);
      const aci = f32x4.add(ai, ci);
      const bdr = f32x4.add(br, dr);
      const bdi = f32x4.add(bi, di);
      const amcr = f32x4.sub(ar, cr);
      const amci = f32x4.sub(ai, ci);
      const bmdr = f32x4.sub(br, dr);
      const bmdi = f32x4.sub(bi, di);
      v128.store(toRe, f32x4.add(acr, bdr));
      v128.store(toIm, f32x4.add(aci, bdi));
      const r1 = f32x4.add(amcr, bmdi);
      const i1 = f32x4.sub(amci, bmdr);
      v128.store(toRe + next, f32x4.sub(f32x4.mul(r1, c1), f32x4.mul(i1, s1)));
      v128.store(toIm + next, f32x4.add(f32x4.mul(r1, s1), f32x4.mul(i1, c1)));
      const r2 = f32x4.sub(acr, bdr);
      const i2 = f32x4.sub(aci, bdi);
      v128.store(toRe + 2 * next, f32x4.sub(f32x4.mul(r2, c2), f32x4.mul(i2, s2)));
      v128.store(toIm + 2 * next, f32x4.add(f32x4.mul(r2, s2), f32x4.mul(i2, c2)));
      const r3 = f32x4.sub(amcr, bmdi);
      const i3 = f32x4.add(amci, bmdr);
      v128.store(toRe + 3 * next, f32x4.sub(f32x4.mul(r3, c3), f32x4.mul(i3, s3)));
      v128.store(toIm + 3 * next, f32x4.add(f32x4.mul(r3, s3), f32x4.mul(i3, c3)));
      fromRe += 16;
      fromIm += 16;
      toRe += 16;
      toIm += 16;
    }
  }
}

/** What is left of 2ⁿ with odd n: one group of two, no turns. */
function lastStageOfTwo(re: usize, im: usize, outRe: usize, outIm: usize, half: i32): void {
  for (let q = 0; q < half; q += 4) {
    const ar = v128.load(at(re, q));
    const ai = v128.load(at(im, q));
    const br = v128.load(at(re, q + half));
    const bi = v128.load(at(im, q + half));
    v128.store(at(outRe, q), f32x4.add(ar, br));
    v128.store(at(outIm, q), f32x4.add(ai, bi));
    v128.store(at(outRe, q + half), f32x4.sub(ar, br));
    v128.store(at(outIm, q + half), f32x4.sub(ai, bi));
  }
}

/** Transforms `re` and `im` in place; the work places are as large. */
export function transform(re: usize, im: usize, workRe: usize, workIm: usize, turns: usize, size: i32): void {
  let fromRe = re;
  let fromIm = im;
  let toRe = workRe;
  let toIm = workIm;
  let stride = 1;
  for (let length = size; length > 1;) {
    const groups = length >> 2;
    if (length === 2) lastStageOfTwo(fromRe, fromIm, toRe, toIm, stride);
    else if (stride === 1) firstStage(fromRe, fromIm, toRe, toIm, turns, groups);
    else middleStage(fromRe, fromIm, toRe, toIm, turns, groups, stride);
    turns = at(turns, 6 * groups);
    length = groups;
    stride <<= 2;
    const doneRe = toRe;
    const doneIm = toIm;
    toRe = fromRe;
    toIm = fromIm;
    fromRe = doneRe;
    fromIm = doneIm;
  }
  if (fromRe !== re) {
    memory.copy(re, fromRe, (<usize>size) << 2);
    memory.copy(im, fromIm, (<usize>size) << 2);
  }
}
