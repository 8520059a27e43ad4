// Whole numbers that arrive as text in a query string, described to readers as the integers they are.
import { z } from 'zod';

export const queryInteger = (min: number, max: number, description: string) =>
  z
    .codec(z.string().regex(/^-?\d{1,9}$/, 'Input should be a valid integer'), z.int().min(min).max(max), {
      decode: (text) => Number(text),
      encode: (value) => String(value),
    })
    .meta({ description });
