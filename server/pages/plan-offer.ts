// What the plans give on this installation: the rows of the pricing page, of its markdown and of the guides.
import type { SiteFacts } from './site-facts.ts';

export const planRows = ({
  freeSplits,
  proSplits,
}: SiteFacts): [what: string, free: string, pro: string][] => [
  ['Songs a month', String(freeSplits), String(proSplits)],
  ['Vocal Remover, Basic Split', 'yes', 'yes'],
  ['Full Separation (six parts)', 'one credit a song', 'yes'],
  ['MP3 parts and previews', 'yes', 'yes'],
  ['WAV parts, all parts as ZIP', 'no', 'yes'],
  ['Setlists behind one link', 'no', 'yes'],
  ['API, MCP and agent endpoint', 'yes', 'yes'],
];

export const creditWords =
  'A credit covers a song past the monthly number, or a Full Separation on the Free plan. A song that fails costs nothing.';

export const upgradeWords =
  'This is a self-hosted Partbook: its operator puts accounts on Pro and adds credits. Ask them.';
