// Which stems a model can make for a product, as the recipe that the separation follows.
import type { z } from 'zod';
import { stemsOfModel, workerModels, type StemName, type workerModel } from '../contract/job.ts';
import type { ModelManifest } from './manifest.ts';

export type ProductName = z.infer<typeof workerModel>;

export interface RecipeStem {
  stem: StemName;
  from: readonly string[] | 'rest';
}

export const productsOf = (manifest: ModelManifest): ProductName[] =>
  workerModels.filter((product) => manifest.products[product] !== undefined);

/** In the order in which every interface lists the product's stems. */
export const recipeFor = (manifest: ModelManifest, product: ProductName): RecipeStem[] => {
  const stems = manifest.products[product];
  if (!stems)
    throw new Error(
      `The model ${manifest.id} does not make ${product}; it makes ${productsOf(manifest).join(', ') || 'nothing'}.`,
    );
  return stemsOfModel[product].map((stem) => ({ stem, from: stems[stem] ?? [] }));
};
