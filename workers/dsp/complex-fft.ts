// Complex FFT of any size: Stockham autosort with butterflies of 4, 2, 3 and any other prime factor.
// X[k] = sum_t x[t] exp(-2πi kt/n), unnormalised, in float64; error about 1e-15 relative for n up to 16384.

interface Stage {
  radix: number;
  /** Length of the sub-transforms before this stage divided by the radix. */
  groups: number;
  /** Distance between neighbours: product of the radices done before. */
  stride: number;
  /** cos and sin of -2π p j / (radix · groups), laid out [p][j], j from 1. */
  cos: Float64Array;
  sin: Float64Array;
  /** exp(-2πi k/radix). */
  rootCos: Float64Array;
  rootSin: Float64Array;
  butterfly: (work: Butterfly) => void;
}

interface Butterfly {
  stage: Stage;
  re: Float64Array;
  im: Float64Array;
  outRe: Float64Array;
  outIm: Float64Array;
}

const factorise = (size: number): number[] => {
  const factors: number[] = [];
  let rest = size;
  for (const radix of [4, 2, 3, 5]) {
    while (rest % radix === 0) {
      factors.push(radix);
      rest /= radix;
    }
  }
  for (let prime = 7; rest > 1; prime += 2) {
    while (rest % prime === 0) {
      factors.push(prime);
      rest /= prime;
    }
  }
  return factors;
};

const planStages = (size: number): Stage[] => {
  const stages: Stage[] = [];
  let length = size;
  let stride = 1;
  for (const radix of factorise(size)) {
    const groups = length / radix;
    const cos = new Float64Array(groups * (radix - 1));
    const sin = new Float64Array(groups * (radix - 1));
    for (let p = 0; p < groups; p++) {
      for (let j = 1; j < radix; j++) {
        const angle = (-2 * Math.PI * ((p * j) % length)) / length;
        cos[p * (radix - 1) + j - 1] = Math.cos(angle);
        sin[p * (radix - 1) + j - 1] = Math.sin(angle);
      }
    }
    const roots = Array.from({ length: radix }, (_, k) => (-2 * Math.PI * k) / radix);
    stages.push({
      radix,
      groups,
      stride,
      cos,
      sin,
      rootCos: Float64Array.from(roots, Math.cos),
      rootSin: Float64Array.from(roots, Math.sin),
      butterfly: butterflyFor(radix, groups, stride),
    });
    length = groups;
    stride *= radix;
  }
  return stages;
};

/** First stage of four, stride 1: every group has its own turn and exactly one butterfly. */
const butterfly4First = ({ stage, re, im, outRe, outIm }: Butterfly): void => {
  const { groups, cos, sin } = stage;
  for (let p = 0, to = 0, w = 0; p < groups; p++, to += 4, w += 3) {
    const ar = re[p]!;
    const ai = im[p]!;
    const br = re[p + groups]!;
    const bi = im[p + groups]!;
    const cr = re[p + 2 * groups]!;
    const ci = im[p + 2 * groups]!;
    const dr = re[p + 3 * groups]!;
    const di = im[p + 3 * groups]!;
    const r1 = ar - cr + (bi - di);
    const i1 = ai - ci - (br - dr);
    const r2 = ar + cr - (br + dr);
    const i2 = ai + ci - (bi + di);
    const r3 = ar - cr - (bi - di);
    const i3 = ai - ci + (br - dr);
    outRe[to] = ar + cr + (br + dr);
    outIm[to] = ai + ci + (bi + di);
    outRe[to + 1] = r1 * cos[w]! - i1 * sin[w]!;
    outIm[to + 1] = r1 * sin[w]! + i1 * cos[w]!;
    outRe[to + 2] = r2 * cos[w + 1]! - i2 * sin[w + 1]!;
    outIm[to + 2] = r2 * sin[w + 1]! + i2 * cos[w + 1]!;
    outRe[to + 3] = r3 * cos[w + 2]! - i3 * sin[w + 2]!;
    outIm[to + 3] = r3 * sin[w + 2]! + i3 * cos[w + 2]!;
  }
};

/** Last stage of four, one group: no turns. */
const butterfly4Last = ({ stage, re, im, outRe, outIm }: Butterfly): void => {
  const { stride } = stage;
  for (let q = 0; q < stride; q++) {
    const ar = re[q]!;
    const ai = im[q]!;
    const br = re[q + stride]!;
    const bi = im[q + stride]!;
    const cr = re[q + 2 * stride]!;
    const ci = im[q + 2 * stride]!;
    const dr = re[q + 3 * stride]!;
    const di = im[q + 3 * stride]!;
    outRe[q] = ar + cr + (br + dr);
    outIm[q] = ai + ci + (bi + di);
    outRe[q + stride] = ar - cr + (bi - di);
    outIm[q + stride] = ai - ci - (br - dr);
    outRe[q + 2 * stride] = ar + cr - (br + dr);
    outIm[q + 2 * stride] = ai + ci - (bi + di);
    outRe[q + 3 * stride] = ar - cr - (bi - di);
    outIm[q + 3 * stride] = ai - ci + (br - dr);
  }
};

const butterfly4 = ({ stage, re, im, outRe, outIm }: Butterfly): void => {
  const { groups, stride, cos, sin } = stage;
  const quarter = stride * groups;
  for (let p = 0; p < groups; p++) {
    const c1 = cos[3 * p]!;
    const s1 = sin[3 * p]!;
    const c2 = cos[3 * p + 1]!;
    const s2 = sin[3 * p + 1]!;
    const c3 = cos[3 * p + 2]!;
    const s3 = sin[3 * p + 2]!;
    let from = stride * p;
    let to = 4 * stride * p;
    for (let q = 0; q < stride; q++, from++, to++) {
      const ar = re[from]!;
      const ai = im[from]!;
      const br = re[from + quarter]!;
      const bi = im[from + quarter]!;
      const cr = re[from + 2 * quarter]!;
      const ci = im[from + 2 * quarter]!;
      const dr = re[from + 3 * quarter]!;
      const di = im[from + 3 * quarter]!;
      const acr = ar + cr;
      const aci = ai + ci;
      const bdr = br + dr;
      const bdi = bi + di;
      const amcr = ar - cr;
      const amci = ai - ci;
      const bmdr = br - dr;
      const bmdi = bi - di;
      outRe[to] = acr + bdr;
      outIm[to] = aci + bdi;
      const r1 = amcr + bmdi;
      const i1 = amci - bmdr;
      outRe[to + stride] = r1 * c1 - i1 * s1;
      outIm[to + stride] = r1 * s1 + i1 * c1;
      const r2 = acr - bdr;
      const i2 = aci - bdi;
      outRe[to + 2 * stride] = r2 * c2 - i2 * s2;
      outIm[to + 2 * stride] = r2 * s2 + i2 * c2;
      const r3 = amcr - bmdi;
      const i3 = amci + bmdr;
      outRe[to + 3 * stride] = r3 * c3 - i3 * s3;
      outIm[to + 3 * stride] = r3 * s3 + i3 * c3;
    }
  }
};

const butterfly2 = ({ stage, re, im, outRe, outIm }: Butterfly): void => {
  const { groups, stride, cos, sin } = stage;
  const half = stride * groups;
  for (let p = 0; p < groups; p++) {
    const c = cos[p]!;
    const s = sin[p]!;
    for (let q = 0; q < stride; q++) {
      const from = stride * p + q;
      const to = 2 * stride * p + q;
      const ar = re[from]!;
      const ai = im[from]!;
      const br = re[from + half]!;
      const bi = im[from + half]!;
      outRe[to] = ar + br;
      outIm[to] = ai + bi;
      outRe[to + stride] = (ar - br) * c - (ai - bi) * s;
      outIm[to + stride] = (ar - br) * s + (ai - bi) * c;
    }
  }
};

/** Sum of the radix inputs of output j, whose roots of unity are stepped through by j. */
const oddOutput = (from: number, part: number, j: number, { stage, re, im }: Butterfly): [number, number] => {
  const { radix, rootCos, rootSin } = stage;
  let sumRe = 0;
  let sumIm = 0;
  for (let t = 0, k = 0, at = from; t < radix; t++, at += part) {
    sumRe += re[at]! * rootCos[k]! - im[at]! * rootSin[k]!;
    sumIm += re[at]! * rootSin[k]! + im[at]! * rootCos[k]!;
    k = k + j < radix ? k + j : k + j - radix;
  }
  return [sumRe, sumIm];
};

/** Any prime radix by its defining sum. */
const butterflyOdd = (work: Butterfly): void => {
  const { stage, outRe, outIm } = work;
  const { radix, groups, stride, cos, sin } = stage;
  for (let p = 0; p < groups; p++) {
    for (let j = 0; j < radix; j++) {
      const c = j === 0 ? 1 : cos[p * (radix - 1) + j - 1]!;
      const s = j === 0 ? 0 : sin[p * (radix - 1) + j - 1]!;
      for (let q = 0; q < stride; q++) {
        const [sumRe, sumIm] = oddOutput(stride * p + q, stride * groups, j, work);
        const to = stride * (radix * p + j) + q;
        outRe[to] = sumRe * c - sumIm * s;
        outIm[to] = sumRe * s + sumIm * c;
      }
    }
  }
};

const butterfly3 = ({ stage, re, im, outRe, outIm }: Butterfly): void => {
  const { groups, stride, cos, sin } = stage;
  const third = stride * groups;
  const half = Math.sqrt(3) / 2;
  for (let p = 0; p < groups; p++) {
    const c1 = cos[2 * p]!;
    const s1 = sin[2 * p]!;
    const c2 = cos[2 * p + 1]!;
    const s2 = sin[2 * p + 1]!;
    let from = stride * p;
    let to = 3 * stride * p;
    for (let q = 0; q < stride; q++, from++, to++) {
      const sumRe = re[from + third]! + re[from + 2 * third]!;
      const sumIm = im[from + third]! + im[from + 2 * third]!;
      const turnRe = half * (im[from + third]! - im[from + 2 * third]!);
      const turnIm = -half * (re[from + third]! - re[from + 2 * third]!);
      const midRe = re[from]! - sumRe / 2;
      const midIm = im[from]! - sumIm / 2;
      outRe[to] = re[from]! + sumRe;
      outIm[to] = im[from]! + sumIm;
      outRe[to + stride] = (midRe + turnRe) * c1 - (midIm + turnIm) * s1;
      outIm[to + stride] = (midRe + turnRe) * s1 + (midIm + turnIm) * c1;
      outRe[to + 2 * stride] = (midRe - turnRe) * c2 - (midIm - turnIm) * s2;
      outIm[to + 2 * stride] = (midRe - turnRe) * s2 + (midIm - turnIm) * c2;
    }
  }
};

const butterflyFor = (radix: number, groups: number, stride: number): ((work: Butterfly) => void) => {
  if (radix === 2) return butterfly2;
  if (radix === 3) return butterfly3;
  if (radix !== 4) return butterflyOdd;
  if (groups === 1) return butterfly4Last;
  return stride === 1 ? butterfly4First : butterfly4;
};

export class ComplexFft {
  readonly size: number;
  /** Input and output of `transform`: fill, call, read. */
  readonly re: Float64Array;
  readonly im: Float64Array;
  private readonly stages: Stage[];
  private readonly workRe: Float64Array;
  private readonly workIm: Float64Array;

  constructor(size: number) {
    if (!Number.isInteger(size) || size < 1) throw new RangeError(`an FFT needs a whole size, got ${size}`);
    this.size = size;
    this.stages = planStages(size);
    this.re = new Float64Array(size);
    this.im = new Float64Array(size);
    this.workRe = new Float64Array(size);
    this.workIm = new Float64Array(size);
  }

  /** Transforms `re` and `im` in place. */
  transform(): void {
    let re = this.re;
    let im = this.im;
    let outRe = this.workRe;
    let outIm = this.workIm;
    for (const stage of this.stages) {
      stage.butterfly({ stage, re, im, outRe, outIm });
      [re, outRe] = [outRe, re];
      [im, outIm] = [outIm, im];
    }
    if (re !== this.re) {
      this.re.set(re);
      this.im.set(im);
    }
  }
}
