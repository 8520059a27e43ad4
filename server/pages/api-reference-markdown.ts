// The API reference in markdown: the same as the page at /docs/api.
import { table } from './guide-fillers.ts';
import {
  type ApiReference,
  apiReference,
  type ReferenceOperation,
  referenceIntro,
} from './reference/api-reference.ts';
import type { Sample } from './reference/samples.ts';
import type { Field } from './reference/schema-words.ts';

const code = (language: string, text: string, label = ''): string =>
  `\`\`\`${language}${label ? ` ${label}` : ''}\n${text}\n\`\`\``;

const sampleBlocks = (samples: readonly Sample[]): string[] =>
  samples.map(({ language, label, text }) => code(language, text, label));

const fieldTable = (fields: readonly Field[]): string =>
  table(
    ['Field', 'Type', 'Required', 'Notes'],
    fields.map(({ name, type, required, words }) => [`\`${name}\``, type, required ? 'yes' : 'no', words]),
  );

const parametersOf = ({ parameters }: ReferenceOperation): string[] =>
  parameters.length === 0
    ? []
    : [
        table(
          ['Parameter', 'In', 'Type', 'Required', 'Notes'],
          parameters.map(({ name, place, type, required, words }) => [
            `\`${name}\``,
            place,
            type,
            required ? 'yes' : 'no',
            words,
          ]),
        ),
      ];

const operationText = (operation: ReferenceOperation): string => {
  const { method, path, summary, description, needsKey, bodies, samples, answer, errors } = operation;
  return [
    `### ${summary}`,
    `\`${method} ${path}\`${needsKey ? '' : ', no credential'}`,
    description,
    ...parametersOf(operation),
    ...bodies.flatMap(({ mediaType, fields, samples: own }) => [
      `Body as \`${mediaType}\`:`,
      fieldTable(fields),
      ...sampleBlocks(own),
    ]),
    ...(bodies.length === 0 ? sampleBlocks(samples) : []),
    `Answers \`${answer.status}\` with ${answer.type}.`,
    ...(answer.example ? [code('json', answer.example)] : []),
    table(['Status', 'When'], errors),
  ].join('\n\n');
};

const write = ({ groups, schemas }: ApiReference, siteUrl: string): string =>
  [
    '# API reference',
    referenceIntro(siteUrl),
    ...groups.flatMap(({ name, words, operations }) => [
      `## ${name}`,
      words,
      ...operations.map(operationText),
    ]),
    '## Schemas',
    ...schemas.flatMap(({ name, fields }) => [`### Schema ${name}`, fieldTable(fields)]),
    '',
  ].join('\n\n');

const written = new Map<string, string>();

export const apiReferenceMarkdown = (siteUrl: string): string => {
  const text = written.get(siteUrl) ?? write(apiReference(siteUrl), siteUrl);
  written.set(siteUrl, text);
  return text;
};
