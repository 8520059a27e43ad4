// The command line of `npm run split`, checked; a mistake is answered with a sentence and the usage.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { workerModel, workerModels, type StemFileKind } from '../contract/job.ts';
import type { ProductName } from '../models/products.ts';

export const splitUsage = `Usage: npm run split -- <song or folder>... [options]

  --model <name>     vocals (2 stems), fast (4) or full (6); vocals if absent
  --out <folder>     where the stems go, one folder per song; stems/ if absent
  --format <names>   mp3, wav, ogg, or several with commas; mp3 if absent
  --wav-bits <n>     16 or 24; 16 if absent
  --engine <id>      a model by its id instead of the chosen one (npm run models -- list)
  --max-minutes <n>  longest song taken; 60 if absent
  --json             one JSON object per song on standard output
  --help             this text

Ends with 0 when every song was split, 1 when one was not, 2 on a wrong command line, 130 when interrupted.`;

const formats = ['mp3', 'wav', 'ogg'] as const;

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export interface SplitOptions {
  help: boolean;
  places: string[];
  model: ProductName;
  out: string;
  kinds: StemFileKind[];
  wavBits: 16 | 24;
  engine: string | null;
  maxDurationSeconds: number;
  json: boolean;
}

const readArguments = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        model: { type: 'string', default: 'vocals' },
        out: { type: 'string', default: 'stems' },
        format: { type: 'string', default: 'mp3' },
        'wav-bits': { type: 'string', default: '16' },
        engine: { type: 'string' },
        'max-minutes': { type: 'string', default: '60' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

const readKinds = (text: string): StemFileKind[] => {
  const names = text.split(',').map((name) => name.trim());
  const kinds = formats.filter((format) => names.includes(format));
  const unknown = names.find((name) => !formats.some((format) => format === name));
  if (unknown !== undefined || kinds.length === 0)
    throw new UsageError(`--format takes ${formats.join(', ')}; "${unknown ?? ''}" is none of them.`);
  return kinds;
};

export const splitOptions = (args: string[], startFolder: string): SplitOptions => {
  const { values, positionals } = readArguments(args);
  const model = workerModel.safeParse(values.model);
  if (!model.success)
    throw new UsageError(`--model takes ${workerModels.join(', ')}; "${values.model}" is none of them.`);
  const bits = values['wav-bits'];
  if (bits !== '16' && bits !== '24') throw new UsageError(`--wav-bits takes 16 or 24, not "${bits}".`);
  const minutes = Number(values['max-minutes']);
  if (!(minutes > 0))
    throw new UsageError(`--max-minutes takes a number above 0, not "${values['max-minutes']}".`);
  if (positionals.length === 0 && !values.help) throw new UsageError('Name at least one song or folder.');
  return {
    help: values.help,
    places: positionals.map((place) => path.resolve(startFolder, place)),
    model: model.data,
    out: path.resolve(startFolder, values.out),
    kinds: readKinds(values.format),
    wavBits: bits === '24' ? 24 : 16,
    engine: values.engine ?? null,
    maxDurationSeconds: minutes * 60,
    json: values.json,
  };
};
