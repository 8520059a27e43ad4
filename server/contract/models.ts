// The three products, their stems and who may use them.
import { z } from 'zod';

export const modelIds = ['vocals', 'fast', 'full'] as const;
export const modelId = z.enum(modelIds).meta({ description: 'Which stems the song is split into.' });
export type ModelId = z.infer<typeof modelId>;

const stemNames = ['vocals', 'instrumental', 'drums', 'bass', 'guitar', 'piano', 'other'] as const;
export const stemName = z.enum(stemNames);
export type StemName = z.infer<typeof stemName>;

type Product = { readonly name: string; readonly stems: readonly StemName[]; readonly plan: 'free' | 'pro' };

/** Spec section 1. `full` is open to everybody for one credit a song. */
export const products: Readonly<Record<ModelId, Product>> = {
  vocals: { name: 'Vocal Remover', stems: ['vocals', 'instrumental'], plan: 'free' },
  fast: { name: 'Basic Split', stems: ['vocals', 'drums', 'bass', 'other'], plan: 'free' },
  full: {
    name: 'Full Separation',
    stems: ['vocals', 'drums', 'bass', 'guitar', 'piano', 'other'],
    plan: 'pro',
  },
};

export const inputFormats = ['MP3', 'WAV', 'FLAC', 'OGG', 'M4A', 'AAC', 'WMA'] as const;
