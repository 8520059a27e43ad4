// The models at hand: bundled ones beside the code and added ones under the data folder; which one serves a product.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { workerModel } from '../contract/job.ts';
import { parseManifest, type ModelManifest } from './manifest.ts';
import { productsOf, type ProductName } from './products.ts';

export const bundledFolder = path.join(import.meta.dirname, '../bundled');
export const manifestFileName = 'manifest.json';

/** The model of ours that serves every product unless a person chose another. */
export const defaultModelId = 'partbook-small';

export interface StoredModel {
  dir: string;
  manifest: ModelManifest;
  bundled: boolean;
}

export const modelsFolder = (dataDir: string): string => path.join(dataDir, 'models');
export const choicesFile = (dataDir: string): string => path.join(modelsFolder(dataDir), 'products.json');

const productChoices = z.partialRecord(workerModel, z.string());
export type ProductChoices = z.infer<typeof productChoices>;

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

const readJson = async (file: string): Promise<unknown> => {
  const text = await readFile(file, 'utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is not valid JSON. Correct or remove it.`);
  }
};

export const readManifest = async (file: string): Promise<ModelManifest> =>
  parseManifest(await readJson(file), file);

const modelsIn = async (folder: string, bundled: boolean): Promise<StoredModel[]> => {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const models: StoredModel[] = [];
  for (const name of names.toSorted((a, b) => a.localeCompare(b))) {
    const dir = path.join(folder, name);
    const manifest = await readManifest(path.join(dir, manifestFileName)).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
    if (manifest) models.push({ dir, manifest, bundled });
  }
  return models;
};

export const listModels = async (dataDir: string): Promise<StoredModel[]> => [
  ...(await modelsIn(bundledFolder, true)),
  ...(await modelsIn(modelsFolder(dataDir), false)),
];

export const readChoices = async (dataDir: string): Promise<ProductChoices> => {
  const file = choicesFile(dataDir);
  const value = await readJson(file).catch((error: unknown) => {
    if (isMissing(error)) return {};
    throw error;
  });
  const parsed = productChoices.safeParse(value);
  if (!parsed.success) throw new Error(`${file} is not a list of models by product. Correct or remove it.`);
  return parsed.data;
};

/** The model that makes a product: the one named, else the one chosen with `models use`, else the bundled one. */
export const modelFor = async (
  dataDir: string,
  product: ProductName,
  engine?: string,
): Promise<StoredModel> => {
  const id = engine ?? (await readChoices(dataDir))[product] ?? defaultModelId;
  const models = await listModels(dataDir);
  const model = models.find(({ manifest }) => manifest.id === id);
  if (!model) {
    const known = models.map(({ manifest }) => manifest.id).join(', ');
    throw new Error(
      `There is no model ${id} here. At hand: ${known}. Add one with: npm run models -- add ${id}`,
    );
  }
  if (!productsOf(model.manifest).includes(product))
    throw new Error(
      `The model ${id} makes ${productsOf(model.manifest).join(', ') || 'no product'}, not ${product}. Choose another with --engine.`,
    );
  return model;
};
