// `npm run models`: what separation models there are, and adding, choosing, checking and removing them.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { workerModel, workerModels } from '../contract/job.ts';
import { catalogue } from '../models/catalogue.ts';
import { addModel, chooseModel, removeModel, verifyModels } from '../models/change-models.ts';
import type { ModelManifest } from '../models/manifest.ts';
import { defaultModelId, listModels, readChoices, readManifest } from '../models/model-store.ts';
import { productsOf } from '../models/products.ts';
import { separationSettings } from '../separators/settings.ts';
import { formatBytes, progressLine } from './progress-bar.ts';
import { exitCodes } from './exit-codes.ts';

const modelsUsage = `Usage: npm run models -- <command>

  list                                   models here and in the catalogue
  add <id>                               add a model of the catalogue
  add --url <address> --manifest <file>  add a model of your own from its manifest
  use <product> <id>                     let a model make ${workerModels.join(', ')}
  verify                                 check the SHA-256 of every model file
  remove <id>                            delete an added model

  --accept-research-only                 with add: weights whose licence is for research only are all right for me`;

class UsageError extends Error {
  override readonly name = 'UsageError';
}

const readArguments = (args: string[]) => {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        url: { type: 'string' },
        manifest: { type: 'string' },
        'accept-research-only': { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
};

type Arguments = ReturnType<typeof readArguments>;

interface Command {
  dataDir: string;
  startFolder: string;
  args: Arguments;
  signal: AbortSignal;
}

const about = (manifest: ModelManifest): string => {
  const bytes = manifest.graphs.reduce((sum, graph) => sum + (graph.bytes ?? 0), 0);
  const size = manifest.graphs.every((graph) => graph.bytes !== undefined) ? `, ${formatBytes(bytes)}` : '';
  const licence = manifest.licence.research_only
    ? `${manifest.licence.name}, needs acceptance`
    : manifest.licence.name;
  const unproven = manifest.proven ? '' : ', never run by our tests';
  return `${manifest.title}: ${productsOf(manifest).join(', ')}${size}; licence: ${licence}${unproven}`;
};

const list = async ({ dataDir }: Command): Promise<void> => {
  const models = await listModels(dataDir);
  const choices = await readChoices(dataDir);
  console.log('Here:');
  for (const { manifest, bundled } of models) {
    const used = productsOf(manifest).filter(
      (product) => (choices[product] ?? defaultModelId) === manifest.id,
    );
    const use = used.length > 0 ? ` [makes ${used.join(', ')}]` : '';
    console.log(
      `  ${manifest.id}@${manifest.version}${bundled ? ' (bundled)' : ''}${use}\n    ${about(manifest)}`,
    );
  }
  const here = new Set(models.map(({ manifest }) => manifest.id));
  console.log('In the catalogue (npm run models -- add <id>):');
  for (const manifest of catalogue())
    if (!here.has(manifest.id)) console.log(`  ${manifest.id}\n    ${about(manifest)}`);
};

/** A manifest of the person's own; the address is the file's, or of the folder where a manifest has several files. */
const ownManifest = async ({ startFolder, args }: Command): Promise<ModelManifest> => {
  const { url, manifest: file } = args.values;
  if (file === undefined) throw new UsageError('add needs an id of the catalogue, or --manifest with --url.');
  const manifest = await readManifest(path.resolve(startFolder, file));
  if (url === undefined) return manifest;
  const address = (name: string): string =>
    manifest.graphs.length === 1 ? url : `${url.replace(/\/$/, '')}/${name}`;
  for (const graph of manifest.graphs) graph.url = address(graph.file);
  return manifest;
};

const catalogued = (id: string): ModelManifest => {
  const entries = catalogue();
  const manifest = entries.find((entry) => entry.id === id);
  if (!manifest)
    throw new UsageError(
      `The catalogue has no model ${id}. It has: ${entries.map((entry) => entry.id).join(', ')}.`,
    );
  return manifest;
};

const add = async (command: Command): Promise<void> => {
  const { dataDir, args, signal } = command;
  const id = args.positionals[1];
  const manifest = id === undefined ? await ownManifest(command) : catalogued(id);
  console.log(`${manifest.title}\nLicence: ${manifest.licence.name}. ${manifest.licence.notice}`);
  const line = progressLine(manifest.id);
  await addModel({
    dataDir,
    manifest,
    acceptResearchOnly: args.values['accept-research-only'],
    onProgress: (file, done, total) =>
      line.update(
        total ? done / total : 0,
        `${file} ${formatBytes(done)}${total ? ` of ${formatBytes(total)}` : ''}`,
      ),
    signal,
  });
  const [product = 'vocals'] = productsOf(manifest);
  line.end(
    `${manifest.id} is here and its files are right. Let it work: npm run models -- use ${product} ${manifest.id}`,
  );
};

const use = async ({ dataDir, args }: Command): Promise<void> => {
  const [, name, id] = args.positionals;
  const product = workerModel.safeParse(name);
  if (!product.success || id === undefined)
    throw new UsageError(`use needs one of ${workerModels.join(', ')} and an id.`);
  await chooseModel(dataDir, product.data, id);
  console.log(`${id} makes ${product.data} from the next song on.`);
};

const verify = async ({ dataDir }: Command): Promise<void> => {
  const verified = await verifyModels(dataDir);
  for (const { id, file, fault } of verified)
    console.log(`${fault === null ? 'right' : 'WRONG'}  ${id}  ${file} ${fault ?? ''}`.trim());
  const wrong = verified.filter(({ fault }) => fault !== null).length;
  if (wrong > 0)
    throw new Error(
      `${wrong} of ${verified.length} files are not right. Remove those models and add them again.`,
    );
};

const remove = async ({ dataDir, args }: Command): Promise<void> => {
  const id = args.positionals[1];
  if (id === undefined) throw new UsageError('remove needs an id.');
  const orphaned = await removeModel(dataDir, id);
  console.log(
    `${id} is gone.${orphaned.length > 0 ? ` ${defaultModelId} makes ${orphaned.join(', ')} again.` : ''}`,
  );
};

const commands: Record<string, (command: Command) => Promise<void>> = { list, add, use, verify, remove };

export const models = async (args: string[], startFolder: string): Promise<number> => {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort(new Error('interrupted'));
  process.on('SIGINT', interrupt);
  try {
    const parsed = readArguments(args);
    const name = parsed.positionals[0];
    if (parsed.values.help || name === undefined) {
      console.log(modelsUsage);
      return parsed.values.help ? exitCodes.done : exitCodes.usage;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`There is no command ${name}.`);
    const { dataDir } = separationSettings();
    await command({ dataDir, startFolder, args: parsed, signal: interruption.signal });
    return exitCodes.done;
  } catch (error) {
    if (interruption.signal.aborted) {
      console.error('\nStopped. Run the same command again to go on.');
      return exitCodes.interrupted;
    }
    console.error(error instanceof Error ? error.message : String(error));
    if (error instanceof UsageError) console.error(`\n${modelsUsage}`);
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  } finally {
    process.off('SIGINT', interrupt);
  }
};
