// What the practice room of a shared song is given; anyone with the link may ask.
import type { SharedSong } from '../../contract/share.ts';
import { songAnalysis } from '../../contract/share.ts';
import { products, type StemName } from '../../contract/models.ts';
import { type LinkBase, mp3Url, peaksUrl, previewUrl, wavUrl, zipUrl } from '../../domain/file-links.ts';
import { AppError } from '../app-error.ts';
import type { Services } from '../context.ts';
import { isDeadShare } from './is-dead-share.ts';
import { sentenceOf, type SplitWithStems, withStems } from '../splits/present-split.ts';

const sharePattern = /^[0-9A-Za-z]{22}$/;

export const requireShareId = (shareId: string): void => {
  if (!sharePattern.test(shareId)) throw new AppError('not_found');
};

/** A link that once worked says gone; one that never did says not found. */
export const refuseDeadShare = async (services: Services, shareId: string): Promise<never> => {
  throw new AppError((await isDeadShare(services, { shareId })) ? 'gone' : 'not_found');
};

const presentStems = (split: SplitWithStems, links: LinkBase, forPro: boolean): SharedSong['stems'] =>
  split.status !== 'done'
    ? []
    : products[split.model].stems.flatMap((name: StemName) => {
        const row = split.stems.find((stem) => stem.name === name);
        if (!row) return [];
        return [
          {
            name,
            mp3_url: mp3Url(links, split.id, name),
            preview_url: previewUrl(links, split.id, name),
            peaks_url: peaksUrl(links, split.id, name),
            wav_url: forPro ? wavUrl(links, split.id, name) : null,
            silent: row.silent,
            peak_dbfs: row.peakDbfs,
          },
        ];
      });

/** `viewerAccountId`: WAV and ZIP are shown to the owner alone, and only on Pro. */
export const getSharedSong = async (
  services: Services,
  input: { shareId: string; viewerAccountId: string | null },
): Promise<SharedSong> => {
  requireShareId(input.shareId);
  const { db, env } = services;
  const split = await db.split.findUnique({
    where: { shareId: input.shareId },
    include: { ...withStems, account: { select: { id: true, plan: true } } },
  });
  if (!split) return refuseDeadShare(services, input.shareId);
  const links = { siteUrl: env.SITE_URL, secret: env.FILE_KEY_SECRET };
  const forPro = split.account.id === input.viewerAccountId && split.account.plan === 'pro';
  const analysis = songAnalysis.safeParse(split.analysis);
  return {
    id: split.id,
    share_id: split.shareId,
    name: split.name,
    model: split.model,
    status: split.status,
    progress: split.progress,
    eta_seconds: split.etaSeconds,
    reason: split.reason,
    message: sentenceOf(split.reason, split.message),
    duration_seconds: split.durationSeconds,
    sample_count: split.sampleCount,
    stems: presentStems(split, links, forPro),
    zip_url: forPro && split.status === 'done' ? zipUrl(links, split.id) : null,
    analysis: analysis.success ? analysis.data : null,
  };
};
