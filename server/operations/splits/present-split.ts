// Turns a split's rows into its wire form, for its owner's eyes.
import { type FailureReason, failureSentences } from '../../contract/failure-reasons.ts';
import { products } from '../../contract/models.ts';
import type { PlanId } from '../../contract/plans.ts';
import type { SplitWire, StemWire } from '../../contract/split.ts';
import type { Prisma } from '../../db/generated/client.ts';
import { type LinkBase, mp3Url, previewUrl, stemFilename, wavUrl, zipUrl } from '../../domain/file-links.ts';
import type { Env } from '../../env.ts';

export const withStems = { stems: { orderBy: { position: 'asc' } } } as const satisfies Prisma.SplitInclude;
export type SplitWithStems = Prisma.SplitGetPayload<{ include: typeof withStems }>;

const iso = (date: Date | null): string | null => date?.toISOString() ?? null;

export const openUrlOf = (siteUrl: string, shareId: string): string => `${siteUrl}/s/${shareId}`;

/** A done split never shows a stem that its rows do not have; an unfinished one shows what is to come. */
const presentStems = (split: SplitWithStems, links: LinkBase, isPro: boolean): StemWire[] =>
  products[split.model].stems.map((name) => {
    const row = split.stems.find((candidate) => candidate.name === name);
    const ready = split.status === 'done' && row !== undefined;
    return {
      name,
      filename: stemFilename(name, 'wav'),
      mp3_url: ready ? mp3Url(links, split.id, name) : null,
      preview_url: ready ? previewUrl(links, split.id, name) : null,
      wav_url: ready && isPro ? wavUrl(links, split.id, name) : null,
      silent: row?.silent ?? false,
      duration_seconds: row?.durationSeconds ?? null,
      peak_dbfs: row?.peakDbfs ?? null,
    };
  });

export const sentenceOf = (reason: FailureReason | null, message: string | null): string | null =>
  reason === null ? null : (message ?? failureSentences[reason]);

export const presentSplit = (split: SplitWithStems, env: Env, plan: PlanId): SplitWire => {
  const links = { siteUrl: env.SITE_URL, secret: env.FILE_KEY_SECRET };
  const isPro = plan === 'pro';
  return {
    id: split.id,
    status: split.status,
    model: split.model,
    name: split.name,
    stems: presentStems(split, links, isPro),
    open_url: openUrlOf(env.SITE_URL, split.shareId),
    zip_url: split.status === 'done' && isPro ? zipUrl(links, split.id) : null,
    progress: split.progress,
    eta_seconds: split.status === 'processing' ? split.etaSeconds : null,
    reason: split.reason,
    message: sentenceOf(split.reason, split.message),
    duration_seconds: split.durationSeconds,
    charged: split.charged,
    batch_id: split.batchId,
    created_at: split.createdAt.toISOString(),
    started_at: iso(split.startedAt),
    completed_at: iso(split.completedAt),
  };
};
