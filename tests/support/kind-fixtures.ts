// One small model of every kind: graph files and manifest, arithmetic as in tests/golden/make-golden.py.
import { shapeConstant, sineWeights, writeOnnx, type OnnxNode } from './onnx-graph.ts';

export type KindName = 'mask' | 'ratio' | 'channels' | 'hybrid' | 'waveform' | 'split';

interface KindFixture {
  files: Record<string, Buffer>;
  /** Stems to ask for, in order. */
  stems: string[];
  manifest: (hashes: Record<string, string>) => unknown;
}

const four = ['vocals', 'drums', 'bass', 'other'];
const three = { kernel_shape: [3, 3], pads: [1, 1, 1, 1] };
const one = { kernel_shape: [1, 1] };

const conv = (inputs: [string, string], output: string, attributes: Record<string, number[]>): OnnxNode => ({
  op: 'Conv',
  inputs,
  outputs: [output],
  attributes,
});
const reshape = (input: string, shape: string, output: string): OnnxNode => ({
  op: 'Reshape',
  inputs: [input, shape],
  outputs: [output],
});

const common = (id: string) => ({
  schema: 1,
  id,
  version: '1',
  title: `test model of kind ${id}`,
  licence: { name: 'MIT', notice: 'made by the tests', research_only: false },
  proven: true,
  products: {},
});

const graph = (file: string, stems: string[], hashes: Record<string, string>) => ({
  file,
  sha256: hashes[file],
  stems,
});

const mask: KindFixture = {
  stems: four,
  files: {
    'mask.onnx': writeOnnx({
      inputs: [{ name: 'x', dims: ['batch', 2, 24, 32] }],
      outputs: [{ name: 'y', dims: [1, 4, 2, 24, 32] }],
      constants: [sineWeights('w', [8, 2, 3, 3], 0.4, 0.5), shapeConstant('s', [1, 4, 2, 24, 32])],
      nodes: [
        conv(['x', 'w'], 'a', three),
        reshape('a', 's', 'b'),
        { op: 'Softmax', inputs: ['b'], outputs: ['y'], attributes: { axis: 1 } },
      ],
    }),
  },
  manifest: (hashes) => ({
    ...common('mask'),
    kind: 'magnitude_mask',
    graphs: [graph('mask.onnx', four, hashes)],
    stft: { n_fft: 64, hop: 16, bins: 24, frames: 32 },
    overlap: 0.25,
    output: 'masks',
    divide_by_mean: true,
    upper_bins: { mean_of_top: 4 },
    tensors: {
      inputs: { magnitude: { axes: ['batch', 'channel', 'bin', 'frame'] } },
      outputs: { masks: { axes: ['batch', 'stem', 'channel', 'bin', 'frame'] } },
    },
  }),
};

const ratioGraph = (phase: number): Buffer =>
  writeOnnx({
    inputs: [{ name: 'waveform_1', dims: [2, 1, 24, 32] }],
    outputs: [{ name: 'estimate', dims: [2, 1, 24, 32] }],
    constants: [sineWeights('w', [1, 1, 3, 3], 0.5, phase)],
    nodes: [conv(['waveform_1', 'w'], 'a', three), { op: 'Abs', inputs: ['a'], outputs: ['estimate'] }],
  });

const ratio: KindFixture = {
  stems: ['vocals', 'accompaniment'],
  files: { 'ratio-0.onnx': ratioGraph(1), 'ratio-1.onnx': ratioGraph(2) },
  manifest: (hashes) => ({
    ...common('ratio'),
    kind: 'magnitude_mask',
    graphs: [graph('ratio-0.onnx', ['vocals'], hashes), graph('ratio-1.onnx', ['accompaniment'], hashes)],
    stft: { n_fft: 64, hop: 16, bins: 32, frames: 24 },
    overlap: 0,
    output: 'ratio',
    divide_by_mean: false,
    upper_bins: 'zero',
    tensors: {
      inputs: { magnitude: { axes: ['channel', 'batch', 'frame', 'bin'] } },
      outputs: { masks: { axes: ['channel', 'batch', 'frame', 'bin'] } },
    },
  }),
};

const channelsGraph = (bins: number, frames: number, phase: number): Buffer =>
  writeOnnx({
    inputs: [{ name: 'input', dims: ['batch_size', 4, bins, frames] }],
    outputs: [{ name: 'output', dims: ['batch_size', 4, bins, frames] }],
    constants: [sineWeights('w', [4, 4, 3, 3], 0.15, phase)],
    nodes: [conv(['input', 'w'], 'output', three)],
  });

const channels: KindFixture = {
  stems: ['vocals', 'drums'],
  files: { 'vocals.onnx': channelsGraph(20, 40, 2), 'drums.onnx': channelsGraph(30, 30, 3) },
  manifest: (hashes) => ({
    ...common('channels'),
    kind: 'complex_channels',
    graphs: [
      {
        ...graph('vocals.onnx', ['vocals'], hashes),
        stft: { n_fft: 48, hop: 16, bins: 20, frames: 40 },
        compensate: 1.02,
      },
      { ...graph('drums.onnx', ['drums'], hashes), stft: { n_fft: 80, hop: 16, bins: 30, frames: 30 } },
    ],
    overlap: 0,
    zero_low_bins: 3,
    tensors: {
      inputs: { spectrum: { axes: ['batch', 'channel_part', 'bin', 'frame'] } },
      outputs: { spectrum: { axes: ['batch', 'channel_part', 'bin', 'frame'] } },
    },
  }),
};

/** As one public export has it: generated names, and the input spectrum transposed. */
const hybrid: KindFixture = {
  stems: four,
  files: {
    'hybrid.onnx': writeOnnx({
      inputs: [
        { name: 'onnx::Transpose_1', dims: [1, 63, 4, 32] },
        { name: 'onnx::Conv_0', dims: [1, 2, 1000] },
      ],
      outputs: [
        { name: 'add_67', dims: [1, 4, 2, 1000] },
        { name: '3056', dims: [1, 4, 4, 32, 63] },
      ],
      constants: [
        sineWeights('wf', [16, 4, 1, 1], 0.4, 3),
        sineWeights('wt', [8, 2, 3], 0.3, 4),
        shapeConstant('sf', [1, 4, 4, 32, 63]),
        shapeConstant('st', [1, 4, 2, 1000]),
      ],
      nodes: [
        {
          op: 'Transpose',
          inputs: ['onnx::Transpose_1'],
          outputs: ['t'],
          attributes: { perm: [0, 2, 3, 1] },
        },
        conv(['t', 'wf'], 'a', one),
        reshape('a', 'sf', '3056'),
        conv(['onnx::Conv_0', 'wt'], 'b', { kernel_shape: [3], pads: [1, 1] }),
        reshape('b', 'st', 'add_67'),
      ],
    }),
  },
  manifest: (hashes) => ({
    ...common('hybrid'),
    kind: 'hybrid',
    graphs: [graph('hybrid.onnx', four, hashes)],
    stft: { n_fft: 64, hop: 16, bins: 32, frames: 63, normalised: true },
    samples: 1000,
    overlap: 0.25,
    join: 'triangle',
    normalise: 'track',
    tensors: {
      inputs: {
        waveform: { axes: ['batch', 'channel', 'sample'] },
        spectrum: { axes: ['batch', 'frame', 'channel_part', 'bin'] },
      },
      outputs: {
        waveform: { axes: ['batch', 'stem', 'channel', 'sample'] },
        spectrum: { axes: ['batch', 'stem', 'channel_part', 'bin', 'frame'] },
      },
    },
  }),
};

const waveform: KindFixture = {
  stems: four,
  files: {
    'waveform.onnx': writeOnnx({
      inputs: [{ name: 'mix', dims: [1, 2, 900] }],
      outputs: [{ name: 'stems', dims: [1, 4, 2, 900] }],
      constants: [sineWeights('w', [8, 2, 5], 0.3, 5), shapeConstant('s', [1, 4, 2, 900])],
      nodes: [conv(['mix', 'w'], 'a', { kernel_shape: [5], pads: [2, 2] }), reshape('a', 's', 'stems')],
    }),
  },
  manifest: (hashes) => ({
    ...common('waveform'),
    kind: 'waveform',
    graphs: [graph('waveform.onnx', four, hashes)],
    samples: 900,
    overlap: 0.25,
    join: 'triangle',
    normalise: 'none',
    tensors: {
      inputs: { waveform: { axes: ['batch', 'channel', 'sample'] } },
      outputs: { waveform: { axes: ['batch', 'stem', 'channel', 'sample'] } },
    },
  }),
};

const split: KindFixture = {
  stems: four,
  files: {
    'split.onnx': writeOnnx({
      inputs: [
        { name: 'spec_imag', dims: [1, 2, 33, 51] },
        { name: 'spec_real', dims: [1, 2, 33, 51] },
      ],
      outputs: [
        { name: 'out_real', dims: [1, 4, 2, 33, 51] },
        { name: 'out_imag', dims: [1, 4, 2, 33, 51] },
      ],
      constants: [
        sineWeights('w', [8, 2, 3, 3], 0.2, 6),
        sineWeights('v', [8, 2, 1, 1], 0.3, 7),
        shapeConstant('s', [1, 4, 2, 33, 51]),
      ],
      nodes: [
        conv(['spec_real', 'w'], 'rw', three),
        conv(['spec_imag', 'v'], 'iv', one),
        { op: 'Sub', inputs: ['rw', 'iv'], outputs: ['re'] },
        conv(['spec_imag', 'w'], 'iw', three),
        conv(['spec_real', 'v'], 'rv', one),
        { op: 'Add', inputs: ['iw', 'rv'], outputs: ['im'] },
        reshape('re', 's', 'out_real'),
        reshape('im', 's', 'out_imag'),
      ],
    }),
  },
  manifest: (hashes) => ({
    ...common('split'),
    kind: 'complex_split',
    graphs: [graph('split.onnx', four, hashes)],
    stft: { n_fft: 64, hop: 20, bins: 33, frames: 51 },
    samples: 1000,
    overlap: 0.25,
    join: 'linear',
    tensors: {
      inputs: {
        real: { axes: ['batch', 'channel', 'bin', 'frame'] },
        imaginary: { axes: ['batch', 'channel', 'bin', 'frame'] },
      },
      outputs: {
        real: { axes: ['batch', 'stem', 'channel', 'bin', 'frame'] },
        imaginary: { axes: ['batch', 'stem', 'channel', 'bin', 'frame'] },
      },
    },
  }),
};

export const kindFixtures: Record<KindName, KindFixture> = { mask, ratio, channels, hybrid, waveform, split };
