// A call in every language that the reference shows.
import { curlSample } from './curl-sample.ts';
import { pythonSample } from './python-sample.ts';
import type { SampleCall } from './sample-call.ts';
import { typescriptSample } from './typescript-sample.ts';

export type Sample = { language: 'sh' | 'ts' | 'py'; label: string; text: string };

export const samplesOf = (call: SampleCall): Sample[] => [
  { language: 'sh', label: 'curl', text: curlSample(call) },
  { language: 'ts', label: 'TypeScript', text: typescriptSample(call) },
  { language: 'py', label: 'Python', text: pythonSample(call) },
];
