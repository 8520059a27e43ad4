// The schema of a model's manifest.json: which graphs, what they eat and give, how their output becomes stems.
import { z } from 'zod';
import { stemsOfModel, workerModels } from '../contract/job.ts';
import { isKernelSize } from '../dsp/kernel-fft.ts';
import { keptStems } from './kept-stems.ts';

const identifier = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'lower-case letters, digits, . _ - (at most 64)');
const fileName = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/, 'a plain file name');
const sha256 = z.string().regex(/^[0-9a-f]{64}$/, '64 hexadecimal digits');

/** channel_part is channels and real/imaginary in one axis: left re, left im, right re, right im. */
const tensorAxis = z.enum(['batch', 'stem', 'channel', 'part', 'channel_part', 'bin', 'frame', 'sample']);
export type TensorAxis = z.infer<typeof tensorAxis>;

/** A tensor by its axes in order; the name is needed only where two tensors look alike. */
const tensorRole = z.strictObject({
  name: z.string().min(1).optional(),
  axes: z.array(tensorAxis).min(2).max(7),
});
export type TensorRole = z.infer<typeof tensorRole>;

/** Network-side spectrum: `bins` lowest bins and `frames` frames per chunk. The window is always periodic Hann. */
const stft = z.strictObject({
  n_fft: z.int().min(16).max(65536),
  hop: z.int().min(1),
  bins: z.int().min(1),
  frames: z.int().min(1),
  normalised: z.boolean().default(false),
});

/** Share of a chunk that it has in common with the next; more than half would overlap a third. */
const overlap = z.number().min(0).max(0.5);

const graph = z.strictObject({
  file: fileName,
  sha256,
  bytes: z.int().positive().optional(),
  /** Where the catalogue fetches it; absent for bundled models. */
  url: z.url().optional(),
  /** What the graph puts out, in order. */
  stems: z.array(identifier).min(1).max(16),
  /** Which of them count; all when absent. For sets with one specialised file per stem. */
  keep: z.array(identifier).min(1).optional(),
});
export type ManifestGraph = z.infer<typeof graph>;

const licence = z.strictObject({
  name: z.string().min(1),
  url: z.url().optional(),
  /** Shown before the download. */
  notice: z.string().min(1),
  research_only: z.boolean(),
});

const productStem = z.union([z.array(identifier).min(1), z.literal('rest')]);
const products = z.partialRecord(z.enum(workerModels), z.record(z.string(), productStem));

const common = {
  schema: z.literal(1),
  id: identifier,
  version: z.string().min(1).max(32),
  title: z.string().min(1).max(100),
  licence,
  /** Has the real file ever been run by this project's tests? */
  proven: z.boolean(),
  /** For each product, every stem as a sum of the model's stems, or the song minus all others. */
  products,
};

const maskModel = z.strictObject({
  ...common,
  kind: z.literal('magnitude_mask'),
  graphs: z.array(graph).min(1).max(8),
  stft,
  overlap,
  /** masks: factors as they are. ratio: magnitudes m, factor m²/Σm². */
  output: z.enum(['masks', 'ratio']),
  /** Divide magnitudes by their mean over the chunk, all bins and both channels, plus 1e-5. */
  divide_by_mean: z.boolean(),
  /** What bins beyond `bins` get: nothing, or the mean factor of the top n bins. */
  upper_bins: z.union([z.literal('zero'), z.strictObject({ mean_of_top: z.int().min(1) })]),
  tensors: z.strictObject({
    inputs: z.strictObject({ magnitude: tensorRole }),
    outputs: z.strictObject({ masks: tensorRole }),
  }),
});

const channelsModel = z.strictObject({
  ...common,
  kind: z.literal('complex_channels'),
  graphs: z
    .array(graph.extend({ stft, compensate: z.number().positive().default(1) }))
    .min(1)
    .max(8),
  overlap,
  /** Lowest bins set to zero before the network sees them. */
  zero_low_bins: z.int().min(0).default(0),
  tensors: z.strictObject({
    inputs: z.strictObject({ spectrum: tensorRole }),
    outputs: z.strictObject({ spectrum: tensorRole }),
  }),
});

const segment = { samples: z.int().min(16), overlap, join: z.enum(['linear', 'triangle']) };
const normalise = z.enum(['none', 'track']);

const hybridModel = z.strictObject({
  ...common,
  kind: z.literal('hybrid'),
  graphs: z.array(graph).min(1).max(8),
  stft,
  ...segment,
  normalise,
  tensors: z.strictObject({
    inputs: z.strictObject({ waveform: tensorRole, spectrum: tensorRole }),
    outputs: z.strictObject({ waveform: tensorRole, spectrum: tensorRole }),
  }),
});

const waveformModel = z.strictObject({
  ...common,
  kind: z.literal('waveform'),
  graphs: z.array(graph).min(1).max(8),
  ...segment,
  normalise,
  tensors: z.strictObject({
    inputs: z.strictObject({ waveform: tensorRole }),
    outputs: z.strictObject({ waveform: tensorRole }),
  }),
});

const splitModel = z.strictObject({
  ...common,
  kind: z.literal('complex_split'),
  graphs: z.array(graph).min(1).max(8),
  stft,
  ...segment,
  tensors: z.strictObject({
    inputs: z.strictObject({ real: tensorRole, imaginary: tensorRole }),
    outputs: z.strictObject({ real: tensorRole, imaginary: tensorRole }),
  }),
});

const anyModel = z.discriminatedUnion('kind', [
  maskModel,
  channelsModel,
  hybridModel,
  waveformModel,
  splitModel,
]);
export type MaskManifest = z.infer<typeof maskModel>;
export type ChannelsManifest = z.infer<typeof channelsModel>;
export type HybridManifest = z.infer<typeof hybridModel>;
export type WaveformManifest = z.infer<typeof waveformModel>;
export type SplitManifest = z.infer<typeof splitModel>;
export type ModelManifest = z.infer<typeof anyModel>;

const productFaults = (manifest: ModelManifest): string[] => {
  const faults: string[] = [];
  const known = new Set(manifest.graphs.flatMap(keptStems));
  for (const product of workerModels) {
    const stems = manifest.products[product];
    if (!stems) continue;
    const wanted = stemsOfModel[product];
    const given = Object.keys(stems);
    if (wanted.length !== given.length || wanted.some((stem) => !given.includes(stem)))
      faults.push(`product ${product} needs exactly the stems ${wanted.join(', ')}, got ${given.join(', ')}`);
    if (Object.values(stems).filter((sources) => sources === 'rest').length > 1)
      faults.push(`product ${product} has more than one stem that is the rest of the song`);
    for (const source of Object.values(stems).flat())
      if (source !== 'rest' && !known.has(source))
        faults.push(`product ${product} uses the stem ${source}, which no graph keeps`);
  }
  return faults;
};

const graphFaults = (manifest: ModelManifest): string[] => {
  const faults: string[] = [];
  for (const { file, stems, keep = [] } of manifest.graphs)
    for (const stem of keep)
      if (!stems.includes(stem)) faults.push(`${file} keeps ${stem} but does not put it out`);
  const kept = manifest.graphs.flatMap(keptStems);
  for (const stem of new Set(kept))
    if (kept.filter((other) => other === stem).length > 1) faults.push(`more than one graph gives ${stem}`);
  return faults;
};

const stftFaults = (manifest: ModelManifest): string[] => {
  if (manifest.kind === 'waveform') return [];
  const plans =
    manifest.kind === 'complex_channels' ? manifest.graphs.map((part) => part.stft) : [manifest.stft];
  const top = manifest.kind === 'hybrid' ? 0 : 1;
  const masks = manifest.kind === 'magnitude_mask';
  return plans.flatMap(({ n_fft, hop, bins }) => [
    ...(masks && !isKernelSize(n_fft)
      ? [`a mask model's n_fft is a power of two from 16, not ${n_fft}`]
      : []),
    ...(masks && hop % 4 !== 0 ? [`a mask model's hop is a multiple of 4, not ${hop}`] : []),
    ...(hop > n_fft ? [`hop ${hop} is longer than n_fft ${n_fft}`] : []),
    ...(bins > n_fft / 2 + top ? [`${bins} bins wanted, n_fft ${n_fft} has ${n_fft / 2 + top}`] : []),
  ]);
};

const modelManifest = anyModel.superRefine((manifest, context) => {
  for (const message of [...graphFaults(manifest), ...productFaults(manifest), ...stftFaults(manifest)])
    context.addIssue({ code: 'custom', message });
});

/** Parses a manifest or explains every fault in one sentence. */
export const parseManifest = (value: unknown, source: string): ModelManifest => {
  const parsed = modelManifest.safeParse(value);
  if (parsed.success) return parsed.data;
  const faults = parsed.error.issues.map(
    ({ path, message }) => `${path.join('.') || 'manifest'}: ${message}`,
  );
  throw new Error(`${source} is not a valid model manifest. ${faults.join('; ')}.`);
};
