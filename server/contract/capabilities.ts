// What the service can do, in one object: for the MCP tool get_capabilities, its resource, and the docs.
import { z } from 'zod';
import { limits } from './limits.ts';
import { inputFormats, modelId, modelIds, products, stemName } from './models.ts';
import { planId, planIds, type PlanId } from './plans.ts';

export const capabilities = z.object({
  service: z.string(),
  models: z.array(
    z.object({
      model: modelId,
      product: z.string(),
      stems: z.array(stemName),
      plan: planId,
      open_to_credits: z.boolean(),
    }),
  ),
  plans: z.array(
    z.object({
      plan: planId,
      splits_per_month: z.int(),
      downloads: z.array(z.string()),
      setlists: z.boolean(),
    }),
  ),
  limits: z.object({
    songs_per_hour: z.int(),
    splits_at_once: z.int(),
    songs_per_call: z.int(),
    song_bytes: z.int(),
    wait_seconds_max: z.int(),
  }),
  input_formats: z.array(z.string()),
  link_sources: z.array(z.string()),
  links: z.object({
    site: z.url(),
    docs: z.url(),
    openapi: z.url(),
    pricing: z.url(),
    developers: z.url(),
  }),
});
export type CapabilitiesWire = z.infer<typeof capabilities>;

const downloads: Readonly<Record<PlanId, string[]>> = {
  free: ['MP3 stems', 'OGG previews'],
  pro: ['MP3 stems', 'OGG previews', 'WAV stems', 'one ZIP of all stems'],
};

export const describeCapabilities = (
  siteUrl: string,
  splitsPerMonth: Readonly<Record<PlanId, number>>,
): CapabilitiesWire => ({
  service: 'Partbook splits songs into stems and opens them in a browser practice room.',
  models: modelIds.map((model) => ({
    model,
    product: products[model].name,
    stems: [...products[model].stems],
    plan: products[model].plan,
    open_to_credits: true,
  })),
  plans: planIds.map((plan) => ({
    plan,
    splits_per_month: splitsPerMonth[plan],
    downloads: downloads[plan],
    setlists: plan === 'pro',
  })),
  limits: {
    songs_per_hour: limits.songsPerHour,
    splits_at_once: limits.splitsAtOnce,
    songs_per_call: limits.batchSize,
    song_bytes: limits.directUploadBytes,
    wait_seconds_max: limits.waitSecondsMax,
  },
  input_formats: [...inputFormats],
  link_sources: ['public http(s) links to audio files', 'Dropbox share links', 'Google Drive share links'],
  links: {
    site: siteUrl,
    docs: `${siteUrl}/docs`,
    openapi: `${siteUrl}/api/v1/openapi.json`,
    pricing: `${siteUrl}/pricing`,
    developers: `${siteUrl}/developers`,
  },
});
