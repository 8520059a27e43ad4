// Makes a separated song public to its owner: stems, files, analysis and the end, in one transaction, once.
import { products } from '../../contract/models.ts';
import type { DbTransaction } from '../../db/client.ts';
import type { Prisma, Split } from '../../db/generated/client.ts';
import { stemFileKinds } from '../../domain/file-links.ts';
import type { JobResult } from '../../separation/workers.ts';
import { stemKey } from '../../storage/keys.ts';
import type { Services } from '../context.ts';
import { writeDeletions } from '../jobs/write-deletion.ts';
import { dispatchEvent, settledEvent, writeOutbox } from '../jobs/write-outbox.ts';
import { endBatchItem } from './end-batch-item.ts';
import { afterSettling, lockRunningSplit, type Settled } from './settle-split.ts';

/** The result is the worker's word; what counts is what lies in storage. Null when all is there. */
const findFault = async (
  { storage }: Services,
  split: Pick<Split, 'id' | 'model'>,
  result: JobResult,
): Promise<string | null> => {
  const names = products[split.model].stems;
  if (names.some((name) => !result.stems.some((stem) => stem.name === name))) return 'a stem is missing';
  const files = result.stems.flatMap((stem) =>
    stemFileKinds.map((kind) => ({ stem, kind, file: stem.files.find((file) => file.kind === kind) })),
  );
  const faults = await Promise.all(
    files.map(async ({ stem, kind, file }) => {
      const head = file ? await storage.head(stemKey(split.id, stem.name, kind)) : null;
      return file && head?.bytes === file.bytes ? null : `${stem.name}.${kind} is not as the worker says`;
    }),
  );
  return faults.find((fault) => fault !== null) ?? null;
};

const writeStems = async (tx: DbTransaction, split: Split, result: JobResult): Promise<void> => {
  const names: readonly string[] = products[split.model].stems;
  await tx.stem.createMany({
    data: result.stems.map((stem) => ({
      splitId: split.id,
      position: names.indexOf(stem.name),
      name: stem.name,
      silent: stem.silent,
      durationSeconds: stem.duration_seconds,
      peakDbfs: stem.peak_dbfs,
      loudnessLufs: stem.loudness_lufs,
    })),
  });
  await tx.stemFile.createMany({
    data: result.stems.flatMap((stem) =>
      stem.files.map((file) => ({
        splitId: split.id,
        stem: stem.name,
        kind: file.kind,
        bytes: BigInt(file.bytes),
        crc32: BigInt(file.crc32),
      })),
    ),
  });
};

const publish = async (tx: DbTransaction, split: Split, result: JobResult): Promise<Settled> => {
  const now = new Date();
  await writeStems(tx, split, result);
  await tx.split.update({
    where: { id: split.id },
    data: {
      status: 'done',
      progress: 100,
      etaSeconds: null,
      completedAt: now,
      durationSeconds: result.duration_seconds,
      sampleCount: result.sample_count,
      analysis: result.analysis satisfies Prisma.InputJsonValue,
      engine: result.engine,
    },
  });
  await tx.splitEvent.create({ data: { splitId: split.id, status: 'done', progress: 100 } });
  await endBatchItem(tx, split, { status: 'done' }, now);
  return {
    // The song as it was sent is not kept: nothing reads it again, and it is its owner's.
    deletionIds: split.sourceKey === null ? [] : await writeDeletions(tx, [{ prefix: split.sourceKey }]),
    outboxIds: await writeOutbox(tx, [settledEvent(split), dispatchEvent(split.accountId)]),
  };
};

/**
 * `split` is the song as the report found it. 'faulty' when storage does not hold what the worker reports; 'stale' when
 * the song is over meanwhile or goes on elsewhere.
 */
export const publishSplit = async (
  services: Services,
  split: Split,
  result: JobResult,
): Promise<'published' | 'stale' | 'faulty'> => {
  const { id: splitId, generation } = split;
  const fault = await findFault(services, split, result);
  if (fault !== null) {
    services.log.warn('split_result_faulty', { splitId, generation, fault });
    return 'faulty';
  }
  const settled = await services.db.$transaction(async (tx) => {
    const running = await lockRunningSplit(tx, splitId, generation);
    return running ? publish(tx, running, result) : null;
  });
  if (!settled) return 'stale';
  services.log.info('split_done', { splitId, generation });
  afterSettling(services, settled);
  return 'published';
};
