// The addresses of a split's files and the names in them; the file route reads back what these write.
import { fileKey, proFileKey } from './file-keys.ts';

export const zipFilename = 'stems.zip';

/** mp3 = stem, ogg = preview, wav = 16-bit stem, peaks = waveform: the kinds that the worker writes. */
export const stemFileKinds = ['mp3', 'ogg', 'wav', 'peaks'] as const;
export type StemFileKind = (typeof stemFileKinds)[number];

/** A stem's file is named after the stem and the kind, in addresses as in storage. */
export const stemFilename = (stem: string, kind: StemFileKind): string => `${stem}.${kind}`;

export type LinkBase = { readonly siteUrl: string; readonly secret: string };

const fileUrl = (base: LinkBase, splitId: string, filename: string, key: string): string =>
  `${base.siteUrl}/files/${splitId}/${filename}?key=${key}`;

const openUrl =
  (kind: StemFileKind) =>
  (base: LinkBase, splitId: string, stem: string): string =>
    fileUrl(base, splitId, stemFilename(stem, kind), fileKey(base.secret, splitId));

export const mp3Url = openUrl('mp3');
export const previewUrl = openUrl('ogg');
export const peaksUrl = openUrl('peaks');

/** For Pro owners alone: the key in it opens every WAV and the ZIP of the split. */
export const wavUrl = (base: LinkBase, splitId: string, stem: string): string =>
  fileUrl(base, splitId, stemFilename(stem, 'wav'), proFileKey(base.secret, splitId));

/** For Pro owners alone. */
export const zipUrl = (base: LinkBase, splitId: string): string =>
  fileUrl(base, splitId, zipFilename, proFileKey(base.secret, splitId));
