// What any mask model owes the song: ones give it back, no chunk shows, silence stays silent, mono stays in the middle.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { zeroBlock, type StereoBlock } from '../../workers/dsp/stereo-block.ts';
import { parseManifest } from '../../workers/models/manifest.ts';
import { bundledFolder, readManifest } from '../../workers/models/model-store.ts';
import { recipeFor } from '../../workers/models/products.ts';
import { Engine } from '../../workers/separators/engine.ts';
import {
  SongSeparation,
  wantedModelStems,
  type ProductRecipe,
} from '../../workers/separators/song-separation.ts';
import { writeOnnx } from '../support/onnx-graph.ts';
import { gather, inBlocks, largestDifference, testSong } from '../support/test-signal.ts';

let folder = '';
before(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'partbook-seams-'));
});
after(() => rm(folder, { recursive: true, force: true }));

const settings = { settings: { provider: 'cpu' as const, threads: 1 }, log: () => undefined };
const bins = 1025;

/** A mask of one stem that depends on nothing but the magnitude at its own place, so that chunks cannot matter. */
const pointwise = async (frames: number, ones: boolean): Promise<Engine> => {
  const shape = [1, 2, bins, frames];
  const file = `${ones ? 'ones' : 'sigmoid'}-${frames}.onnx`;
  const zero = { name: 'zero', dims: [1], data: Float32Array.of(0) };
  const graph = writeOnnx({
    inputs: [{ name: 'x', dims: shape }],
    outputs: [{ name: 'y', dims: shape }],
    constants: ones ? [zero] : [],
    nodes: ones
      ? [
          { op: 'Mul', inputs: ['x', 'zero'], outputs: ['a'] },
          { op: 'Exp', inputs: ['a'], outputs: ['y'] },
        ]
      : [{ op: 'Sigmoid', inputs: ['x'], outputs: ['y'] }],
  });
  await writeFile(path.join(folder, file), graph);
  const tensor = { axes: ['batch', 'channel', 'bin', 'frame'] };
  const manifest = parseManifest(
    {
      schema: 1,
      id: 'pointwise',
      version: '1',
      title: 'pointwise',
      licence: { name: 'MIT', notice: 'made by the tests', research_only: false },
      proven: true,
      kind: 'magnitude_mask',
      graphs: [{ file, sha256: createHash('sha256').update(graph).digest('hex'), stems: ['vocals'] }],
      stft: { n_fft: 2048, hop: 512, bins, frames },
      overlap: 0.125,
      output: 'masks',
      divide_by_mean: false,
      upper_bins: 'zero',
      tensors: { inputs: { magnitude: tensor }, outputs: { masks: tensor } },
      products: {},
    },
    file,
  );
  return new Engine(folder, manifest, settings);
};

const run = async (engine: Engine, recipe: ProductRecipe, song: StereoBlock): Promise<StereoBlock[]> => {
  const separators = await engine.separatorsFor(wantedModelStems(recipe));
  return gather(new SongSeparation(separators, recipe, null).separate(inBlocks(song, 10_000)));
};

const vocals: ProductRecipe = [{ stem: 'vocals', from: ['vocals'] }];

test('a mask of ones gives the song back within 1e-5, over many chunks and at both ends', async () => {
  const song = testSong(150_000);
  const [stem] = await run(await pointwise(40, true), vocals, song);
  assert.ok(stem);
  assert.ok(largestDifference(stem, song) <= 1e-5, `off by ${largestDifference(stem, song)}`);
});

test('a song in many chunks equals the song in one chunk within 1e-4', async () => {
  const song = testSong(150_000);
  const [many] = await run(await pointwise(40, false), vocals, song);
  const [one] = await run(await pointwise(320, false), vocals, song);
  assert.ok(many && one);
  assert.ok(largestDifference(one, song) > 0.01, 'the mask must do something');
  assert.ok(largestDifference(many, one) <= 1e-4, `off by ${largestDifference(many, one)}`);
});

const bundled = async (): Promise<Engine> => {
  const dir = path.join(bundledFolder, 'partbook-small');
  return new Engine(dir, await readManifest(path.join(dir, 'manifest.json')), settings);
};

test('the bundled model: stems sum to the song, silence stays zero, a mono song stays in the middle', async () => {
  const engine = await bundled();
  const recipe = recipeFor(engine.manifest, 'full');
  // Stereo, then half a minute of silence, then the same on both channels.
  const part = testSong(44_100 * 2);
  const gap = 44_100 * 20;
  const song = zeroBlock(gap + 2 * part.left.length);
  song.left.set(part.left);
  song.right.set(part.right);
  song.left.set(part.left, gap + part.left.length);
  song.right.set(part.left, gap + part.left.length);
  const stems = await run(engine, recipe, song);
  const sum = zeroBlock(song.left.length);
  const middle = part.left.length + gap / 2;
  for (const stem of stems) {
    assert.equal(stem.left.length, song.left.length);
    for (let t = 0; t < sum.left.length; t++) {
      sum.left[t] = (sum.left[t] ?? 0) + (stem.left[t] ?? 0);
      sum.right[t] = (sum.right[t] ?? 0) + (stem.right[t] ?? 0);
    }
    const silence = [...stem.left.subarray(middle - 20_000, middle + 20_000)];
    assert.ok(
      silence.every((value) => value === 0),
      'silence in, silence out',
    );
    const monoFrom = song.left.length - part.left.length;
    assert.deepEqual(stem.left.subarray(monoFrom), stem.right.subarray(monoFrom), 'mono in, centre out');
  }
  assert.ok(largestDifference(sum, song) < 1e-6, `the sum is off by ${largestDifference(sum, song)}`);
});

test('vocals and instrumental, and the four stems of fast, come from the same masks as full', async () => {
  const engine = await bundled();
  const song = testSong(44_100 * 3);
  const products = ['full', 'fast', 'vocals'] as const;
  const [full, fast, two] = await Promise.all(
    products.map((product) => run(engine, recipeFor(engine.manifest, product), song)),
  );
  assert.ok(full?.[0] && fast?.[0] && two?.[0]);
  assert.equal(largestDifference(full[0], fast[0]), 0);
  assert.equal(largestDifference(full[0], two[0]), 0);
  const other = zeroBlock(song.left.length);
  for (const stem of [full[3], full[4], full[5]])
    for (let t = 0; t < other.left.length; t++) {
      other.left[t] = (other.left[t] ?? 0) + (stem?.left[t] ?? 0);
      other.right[t] = (other.right[t] ?? 0) + (stem?.right[t] ?? 0);
    }
  assert.ok(
    fast[3] && largestDifference(fast[3], other) < 1e-6,
    'other of fast = guitar + piano + other of full',
  );
});

test('a damaged model file and a graph that does not fit are refused with what to do', async () => {
  const engine = await pointwise(40, true);
  await writeFile(path.join(folder, 'ones-40.onnx'), 'damaged');
  await assert.rejects(engine.separatorsFor(['vocals']), /is damaged.*Remove the model and add it again/);
});
