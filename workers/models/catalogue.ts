// Public models that can be added by id, with the hashes their publishers pinned. None of these files has been run by
// this project's tests (proven: false): the contracts are proven on graphs of the same shapes that the tests make.
import { parseManifest, type ModelManifest } from './manifest.ts';

const uvrRelease = 'https://github.com/TRvlvr/model_repo/releases/download/all_public_uvr_models';
const huggingFace = (repository: string, revision: string, file: string): string =>
  `https://huggingface.co/${repository}/resolve/${revision}/${file}`;

const mdxTensor = { axes: ['batch', 'channel_part', 'bin', 'frame'] };
const mdx = {
  schema: 1,
  version: '1',
  proven: false,
  kind: 'complex_channels',
  overlap: 0,
  tensors: { inputs: { spectrum: mdxTensor }, outputs: { spectrum: mdxTensor } },
};

const kuielabGraph = (stem: string, stft: object, sha256: string) => ({
  file: `kuielab_a_${stem}.onnx`,
  url: `${uvrRelease}/kuielab_a_${stem}.onnx`,
  bytes: 29_703_204,
  sha256,
  stems: [stem],
  stft: { hop: 1024, bins: 2048, ...stft },
});

const kuielab = {
  ...mdx,
  id: 'kuielab-a',
  title: 'KUIELab MDX-Net A, four stems',
  licence: {
    name: 'MIT',
    url: 'https://github.com/kuielab/mdx-net',
    notice: 'KUIELab MDX-Net (MDX challenge 2021), published under the MIT licence.',
    research_only: false,
  },
  graphs: [
    kuielabGraph(
      'vocals',
      { n_fft: 6144, frames: 256 },
      'daba83c2ee1afee9139766ad64c9b6808d6b6f092fff04bed3338be50baac721',
    ),
    kuielabGraph(
      'drums',
      { n_fft: 4096, frames: 128 },
      '40f586b7091934dd6f5563f0cba8f14bad57ce88440da1098bf388ea716c2901',
    ),
    kuielabGraph(
      'bass',
      { n_fft: 16384, frames: 256 },
      '0c3e77b9963185b1ea6bb46a4b8924137d9370fc1ccdefec7b1b416ef550dcaa',
    ),
    kuielabGraph(
      'other',
      { n_fft: 8192, frames: 256 },
      '7b67a1dcb5f232153528c59960b4c7bf8dc736b8114de360af0e719633f53358',
    ),
  ],
  products: {
    vocals: { vocals: ['vocals'], instrumental: 'rest' },
    fast: { vocals: ['vocals'], drums: ['drums'], bass: ['bass'], other: ['other'] },
  },
};

const vocFt = {
  ...mdx,
  id: 'uvr-mdx-voc-ft',
  title: 'UVR MDX-Net Voc FT, vocals',
  licence: {
    name: 'not stated',
    url: 'https://github.com/TRvlvr/model_repo',
    notice:
      'Community weights of Ultimate Vocal Remover. Their licence is not stated; ask their makers before you sell.',
    research_only: true,
  },
  zero_low_bins: 3,
  graphs: [
    {
      file: 'UVR-MDX-NET-Voc_FT.onnx',
      url: `${uvrRelease}/UVR-MDX-NET-Voc_FT.onnx`,
      sha256: '534b2070fcc7df514b13ef660dc8cbb328679c2374d04354a5c42bb14ecce111',
      stems: ['vocals'],
      stft: { n_fft: 7680, hop: 1024, bins: 3072, frames: 256 },
      compensate: 1.021,
    },
  ],
  products: { vocals: { vocals: ['vocals'], instrumental: 'rest' } },
};

const demucsLicence = {
  name: 'research only',
  url: 'https://github.com/facebookresearch/demucs/issues/327',
  notice:
    'Demucs weights were trained on MUSDB18 and more; their author says they are for research only (demucs issues 327 ' +
    'and 508), although re-exports call themselves MIT. Do not use them commercially.',
  research_only: true,
};

const waveformIn = { axes: ['batch', 'channel', 'sample'] };
const waveformOut = { axes: ['batch', 'stem', 'channel', 'sample'] };
const demucs = {
  schema: 1,
  version: '1',
  proven: false,
  licence: demucsLicence,
  samples: 343_980,
  overlap: 0.25,
  join: 'triangle',
  normalise: 'track',
};
const hybrid = {
  ...demucs,
  kind: 'hybrid',
  stft: { n_fft: 4096, hop: 1024, bins: 2048, frames: 336, normalised: true },
  tensors: {
    inputs: { waveform: waveformIn, spectrum: { axes: ['batch', 'channel_part', 'bin', 'frame'] } },
    outputs: { waveform: waveformOut, spectrum: { axes: ['batch', 'stem', 'channel_part', 'bin', 'frame'] } },
  },
};
const fourStems = ['drums', 'bass', 'other', 'vocals'];
const fourProducts = {
  vocals: { vocals: ['vocals'], instrumental: 'rest' },
  fast: { vocals: ['vocals'], drums: ['drums'], bass: ['bass'], other: ['other'] },
};

const htdemucs = {
  ...hybrid,
  id: 'htdemucs',
  title: 'Hybrid Transformer Demucs, four stems',
  graphs: [
    {
      file: 'htdemucs_embedded.onnx',
      url: huggingFace('timcsy/demucs-web-onnx', '92e33df6', 'htdemucs_embedded.onnx'),
      bytes: 180_534_758,
      sha256: 'e5e425c17683f163a472462eb5f5a4ffcd11c31858d57fbd0833b012d8b88077',
      stems: fourStems,
    },
  ],
  products: fourProducts,
};

const htdemucs6s = {
  ...hybrid,
  id: 'htdemucs-6s',
  title: 'Hybrid Transformer Demucs, six stems',
  graphs: [
    {
      file: 'htdemucs_6s_web.onnx',
      url: huggingFace('funkzgacilo/audisect', 'main', 'htdemucs_6s_web.onnx'),
      bytes: 142_808_361,
      sha256: '76d177e4cfd7da6aad46e540c5dc929a80f5e839d306a285265f9ec49a28a1ea',
      stems: [...fourStems, 'guitar', 'piano'],
    },
  ],
  products: {
    vocals: { vocals: ['vocals'], instrumental: 'rest' },
    fast: {
      vocals: ['vocals'],
      drums: ['drums'],
      bass: ['bass'],
      other: ['other', 'guitar', 'piano'],
    },
    full: {
      vocals: ['vocals'],
      drums: ['drums'],
      bass: ['bass'],
      guitar: ['guitar'],
      piano: ['piano'],
      other: ['other'],
    },
  },
};

/** The publisher's file names were not to be had; the hashes were. */
const fineTuned = (stem: string, sha256: string) => ({
  file: `htdemucs_ft_${stem}.onnx`,
  url: huggingFace('StemSplitio/htdemucs-ft-onnx', 'main', `htdemucs_ft_${stem}.onnx`),
  sha256,
  stems: fourStems,
  keep: [stem],
});

const htdemucsFt = {
  ...demucs,
  id: 'htdemucs-ft',
  title: 'Hybrid Transformer Demucs, fine-tuned per stem',
  kind: 'waveform',
  graphs: [
    fineTuned('vocals', '8c5d5e2da1f27050240bb80236673307ee3b40d4b064066d9350f4d64bfd544d'),
    fineTuned('drums', 'f76b68af36066e38885b369299b5032a861038f9b49da5aa6cf1c31cfa69cf27'),
    fineTuned('bass', '2a74d9283fc2336fcc58d50f87a7080aff57aea372f65cfe3f0211ea1ff16182'),
    fineTuned('other', '90e11806c1bb558ca9d9c7e909d28a2854f7f217982e90482dbed6442513daad'),
  ],
  tensors: { inputs: { waveform: waveformIn }, outputs: { waveform: waveformOut } },
  products: fourProducts,
};

/** Parsed on demand, so that a slip here is a failed test and never a worker that does not start. */
export const catalogue = (): ModelManifest[] =>
  [kuielab, vocFt, htdemucs, htdemucs6s, htdemucsFt].map((entry) =>
    parseManifest(entry, `catalogue entry ${entry.id}`),
  );
