// Reads the command line of `npm test`.
import { isTestKind, testKinds, type TestKind } from './test-kinds.ts';

export type TestOptions = { check: boolean; kinds: ReadonlySet<TestKind>; filters: readonly string[] };

const allKinds = Object.keys(testKinds).filter(isTestKind);

const usage = `npm test [-- [--only ${['check', ...allKinds].join('|')}[,…]] [part of a file's path …]]`;

export const readTestOptions = (args: readonly string[]): TestOptions => {
  const only: string[] = [];
  const filters: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (word === '--only') only.push(...(args[(at += 1)] ?? '').split(','));
    else if (word.startsWith('-')) throw new Error(`Unknown option ${word}. Usage: ${usage}`);
    else filters.push(word.replace(/^\.\//, ''));
  }
  const unknown = only.filter((word) => word !== 'check' && !isTestKind(word));
  if (unknown.length > 0) throw new Error(`Unknown kind "${unknown.join(', ')}". Usage: ${usage}`);
  const kinds = only.filter(isTestKind);
  return {
    // A path asks for its tests alone.
    check: only.includes('check') || (only.length === 0 && filters.length === 0),
    kinds: new Set(only.length === 0 ? allKinds : kinds),
    filters,
  };
};
