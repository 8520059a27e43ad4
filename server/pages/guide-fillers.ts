// What stands for {{name}} in a guide: tables made from the contract, so that no fact is written twice.
import { errorCodes, errorTable } from '../contract/error-table.ts';
import { failureSentences } from '../contract/failure-reasons.ts';
import { limits } from '../contract/limits.ts';
import { type McpTool, mcpToolNames, mcpTools } from '../contract/mcp-tools.ts';
import { inputFormats, modelIds, products } from '../contract/models.ts';
import { planRows } from './plan-offer.ts';
import { settingsTable } from './settings-table.ts';
import type { SiteFacts } from './site-facts.ts';

type Row = readonly string[];

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');

export const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((text) => (text === '---' ? text : cell(text))).join(' | ')} |`)
    .join('\n');

const megabytes = (bytes: number): string => `${bytes / 1024 / 1024} MB`;

const errors = (): string =>
  table(
    ['Status', 'Code', 'What it says'],
    errorCodes.map((code) => [String(errorTable[code].status), `\`${code}\``, errorTable[code].message]),
  );

const failures = (): string =>
  table(
    ['Reason', 'What it says'],
    Object.entries(failureSentences).map(([reason, sentence]) => [`\`${reason}\``, sentence]),
  );

const models = (): string =>
  table(
    ['Model', 'Name', 'Parts', 'Plan'],
    modelIds.map((id) => [
      `\`${id}\``,
      products[id].name,
      products[id].stems.join(', '),
      products[id].plan === 'free' ? 'Free' : 'Pro, or one credit a song',
    ]),
  );

const firstSentence = (text: string): string => /^.+?[.](?= |$)/s.exec(text)?.[0] ?? text;

const tools = (): string =>
  table(
    ['Tool', 'What it does', 'Credential'],
    mcpToolNames.map((name) => {
      const tool: McpTool = mcpTools[name];
      return [`\`${name}\``, firstSentence(tool.description), tool.credential === 'none' ? 'none' : 'needed'];
    }),
  );

const limitRows = (): string =>
  table(
    ['Limit', 'Value'],
    [
      ['Songs submitted per account, through every door', `${limits.songsPerHour} an hour`],
      ['Songs of an account worked on at once', `${limits.splitsAtOnce}; the others wait as \`queued\``],
      ['Songs in a batch, in an MCP call, in an agent message', String(limits.batchSize)],
      ['File in a form', megabytes(limits.formUploadBytes)],
      ['File by direct upload, or behind a link', megabytes(limits.directUploadBytes)],
      ['Part of a direct upload', megabytes(limits.uploadPartBytes)],
      ['Time to complete a direct upload', `${limits.uploadHours} hours`],
      [
        '`Idempotency-Key`',
        `${limits.idempotencyKeyMin} to ${limits.idempotencyKeyMax} characters, kept ${limits.idempotencyHours} hours`,
      ],
      ['Long poll', `${limits.waitSecondsMax} seconds`],
      ['JSON body', `${limits.jsonBodyBytes / 1024} KB`],
      ['Songs in a setlist', String(limits.setlistSongs)],
      ['API keys of an account', String(limits.keysPerAccount)],
    ],
  );

const durationWords = (seconds: number): string =>
  seconds % 60 === 0 ? `${seconds / 60} minutes` : `${seconds} seconds`;

const operator = ({ operatorName, operatorContact }: SiteFacts): Record<string, string> => ({
  operator: operatorName ?? 'the person or group who operates this site',
  contact: operatorContact
    ? `[${operatorContact}](${operatorContact.includes('://') ? '' : 'mailto:'}${operatorContact})`
    : 'the person who gave you access to it',
});

export const guideFillers = (facts: SiteFacts): Readonly<Record<string, string | (() => string)>> => ({
  site_url: facts.siteUrl,
  free_splits: String(facts.freeSplits),
  pro_splits: String(facts.proSplits),
  max_duration: durationWords(facts.maxDurationSeconds),
  formats: inputFormats.join(', '),
  songs_per_hour: String(limits.songsPerHour),
  splits_at_once: String(limits.splitsAtOnce),
  batch_size: String(limits.batchSize),
  form_upload: megabytes(limits.formUploadBytes),
  direct_upload: megabytes(limits.directUploadBytes),
  setlist_songs: String(limits.setlistSongs),
  tool_count: String(mcpToolNames.length),
  ...operator(facts),
  errors,
  failures,
  models,
  tools,
  limits: limitRows,
  plans: () => table(['What you get', 'Free', 'Pro'], planRows(facts)),
  settings: settingsTable,
});
