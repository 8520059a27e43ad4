// Adds, removes, verifies and chooses models in the data folder.
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { downloadFile } from './download-file.ts';
import { hashFile } from './hash-file.ts';
import type { ManifestGraph, ModelManifest } from './manifest.ts';
import {
  choicesFile,
  listModels,
  manifestFileName,
  modelFor,
  modelsFolder,
  readChoices,
} from './model-store.ts';
import { productsOf, type ProductName } from './products.ts';

export class ModelRefused extends Error {
  override readonly name = 'ModelRefused';
}

export interface AddModel {
  dataDir: string;
  manifest: ModelManifest;
  /** The person said that research-only weights are all right for them. */
  acceptResearchOnly: boolean;
  onProgress: (file: string, done: number, total: number | null) => void;
  signal: AbortSignal;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );

const addressOf = (manifest: ModelManifest, { file, url }: ManifestGraph): string => {
  if (url === undefined)
    throw new ModelRefused(`The manifest of ${manifest.id} does not say where ${file} comes from.`);
  return url;
};

/** Downloads into a folder of its own, which becomes the model's folder only when every hash is right. */
export const addModel = async ({ dataDir, manifest, ...options }: AddModel): Promise<string> => {
  const { id, licence, graphs } = manifest;
  if (licence.research_only && !options.acceptResearchOnly)
    throw new ModelRefused(
      `${id}: ${licence.notice} If that fits your use, run the command again with --accept-research-only.`,
    );
  const models = await listModels(dataDir);
  if (models.some((model) => model.manifest.id === id))
    throw new ModelRefused(
      `${id} is already here. Remove it first to add it again: npm run models -- remove ${id}`,
    );
  const staging = path.join(modelsFolder(dataDir), `.adding-${id}`);
  await mkdir(staging, { recursive: true });
  for (const graph of graphs) {
    const file = path.join(staging, graph.file);
    if ((await exists(file)) && (await hashFile(file)) === graph.sha256) continue;
    await downloadFile({
      url: addressOf(manifest, graph),
      file,
      sha256: graph.sha256,
      bytes: graph.bytes,
      onProgress: (done, total) => options.onProgress(graph.file, done, total),
      signal: options.signal,
    });
  }
  await writeFile(path.join(staging, manifestFileName), `${JSON.stringify(manifest, null, 2)}\n`);
  const dir = path.join(modelsFolder(dataDir), id);
  await rename(staging, dir);
  return dir;
};

const writeChoices = async (dataDir: string, choices: Record<string, string>): Promise<void> => {
  await mkdir(modelsFolder(dataDir), { recursive: true });
  const file = choicesFile(dataDir);
  await writeFile(`${file}.new`, `${JSON.stringify(choices, null, 2)}\n`);
  await rename(`${file}.new`, file);
};

export const chooseModel = async (dataDir: string, product: ProductName, id: string): Promise<void> => {
  await modelFor(dataDir, product, id);
  await writeChoices(dataDir, { ...(await readChoices(dataDir)), [product]: id });
};

/** Products that used it go back to the bundled model. */
export const removeModel = async (dataDir: string, id: string): Promise<ProductName[]> => {
  const model = (await listModels(dataDir)).find(({ manifest }) => manifest.id === id);
  if (!model) throw new ModelRefused(`There is no model ${id} here.`);
  if (model.bundled) throw new ModelRefused(`${id} is bundled with Partbook and cannot be removed.`);
  const choices = await readChoices(dataDir);
  const orphaned = productsOf(model.manifest).filter((product) => choices[product] === id);
  const kept = Object.entries(choices).filter(([, chosen]) => chosen !== id);
  await writeChoices(dataDir, Object.fromEntries(kept));
  await rm(model.dir, { recursive: true, force: true });
  return orphaned;
};

export interface VerifiedFile {
  id: string;
  file: string;
  /** null when right, else a sentence. */
  fault: string | null;
}

export const verifyModels = async (dataDir: string): Promise<VerifiedFile[]> => {
  const verified: VerifiedFile[] = [];
  for (const { dir, manifest } of await listModels(dataDir)) {
    for (const { file, sha256 } of manifest.graphs) {
      const hash = await hashFile(path.join(dir, file)).catch(() => null);
      const fault =
        hash === null ? 'is missing' : hash === sha256 ? null : `has SHA-256 ${hash} instead of ${sha256}`;
      verified.push({ id: manifest.id, file, fault });
    }
  }
  return verified;
};
