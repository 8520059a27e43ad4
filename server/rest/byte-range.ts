// Reads a Range header (RFC 9110 section 14): one range is served, anything else is served whole.
export type RangeAnswer =
  { kind: 'whole' } | { kind: 'part'; start: number; end: number } | { kind: 'unsatisfiable' };

const whole: RangeAnswer = { kind: 'whole' };
const unsatisfiable: RangeAnswer = { kind: 'unsatisfiable' };

export const readByteRange = (header: string | null, bytes: number): RangeAnswer => {
  const match = /^bytes\s*=\s*(\d{0,15})\s*-\s*(\d{0,15})\s*$/i.exec(header ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (first === '' && last === '') return whole;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? unsatisfiable : { kind: 'part', start: bytes - length, end: bytes - 1 };
  }
  const start = Number(first);
  const end = last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1);
  if (last !== '' && Number(last) < start) return whole;
  return start >= bytes ? unsatisfiable : { kind: 'part', start, end };
};
