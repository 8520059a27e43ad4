// Reads an Accept header (RFC 9110 section 12.5.1) and tells whether markdown was asked for rather than a page.
type Range = { type: string; quality: number };

const qualityOf = (parameters: readonly string[]): number => {
  const text = parameters
    .map((parameter) => /^\s*q\s*=\s*(.*?)\s*$/i.exec(parameter)?.[1])
    .find((value) => value !== undefined);
  if (text === undefined) return 1;
  // A weight that cannot be read asks for nothing.
  return /^(0([.]\d{0,3})?|1([.]0{0,3})?)$/.test(text) ? Number(text) : 0;
};

const rangesOf = (accept: string): Range[] =>
  accept
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';');
      return { type: type.trim().toLowerCase(), quality: qualityOf(parameters) };
    })
    .filter(({ type }) => type !== '');

/** The most specific range that fits counts; null when none does. */
const qualityFor = (ranges: readonly Range[], wanted: string): number | null => {
  const [family] = wanted.split('/');
  for (const type of [wanted, `${family}/*`, '*/*']) {
    const fitting = ranges.filter((range) => range.type === type);
    if (fitting.length > 0) return Math.max(...fitting.map(({ quality }) => quality));
  }
  return null;
};

/** Only who names text/markdown gets it; at equal weight they do, since no browser names it. */
export const prefersMarkdown = (accept: string | null | undefined): boolean => {
  const ranges = rangesOf(accept ?? '');
  if (!ranges.some(({ type }) => type === 'text/markdown')) return false;
  const markdown = qualityFor(ranges, 'text/markdown') ?? 0;
  return markdown > 0 && markdown >= (qualityFor(ranges, 'text/html') ?? 0);
};
