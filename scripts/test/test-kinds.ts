// The kinds of tests, where each lives, and how many of its files run at once on two cores.
export type TestKind = 'unit' | 'rules' | 'golden' | 'api' | 'flows' | 'e2e' | 'load' | 'chaos';

type KindPlan = {
  atOnce: number;
  fileTimeoutMs: number;
  /** Built before, so that the build does not count as the first file's time. */
  needsSite?: boolean;
};

const minute = 60_000;

export const testKinds: Readonly<Record<TestKind, KindPlan>> = {
  rules: { atOnce: 2, fileTimeoutMs: 5 * minute },
  unit: { atOnce: 2, fileTimeoutMs: 5 * minute },
  golden: { atOnce: 1, fileTimeoutMs: 10 * minute },
  api: { atOnce: 2, fileTimeoutMs: 10 * minute, needsSite: true },
  flows: { atOnce: 1, fileTimeoutMs: 10 * minute, needsSite: true },
  e2e: { atOnce: 1, fileTimeoutMs: 10 * minute, needsSite: true },
  load: { atOnce: 1, fileTimeoutMs: 10 * minute, needsSite: true },
  chaos: { atOnce: 1, fileTimeoutMs: 10 * minute, needsSite: true },
};

export const isTestKind = (word: string): word is TestKind => Object.hasOwn(testKinds, word);

/** `tests/<kind>/…` is of that kind; every other test stands beside its source and is a unit test. */
export const kindOf = (file: string): TestKind => {
  const folder = /^tests\/([^/]+)\//.exec(file)?.[1] ?? '';
  return isTestKind(folder) ? folder : 'unit';
};
