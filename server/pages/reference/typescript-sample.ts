// A call as TypeScript for Node 20 or newer, with nothing to install.
import type { SampleCall } from './sample-call.ts';

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

/** JSON as people write it in a program. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/"((?:[^"\\]|\\.)*)"(:?)/g, (_: string, text: string, colon: string) =>
      colon && /^[A-Za-z_]\w*$/.test(text)
        ? `${text}:`
        : `${quoted(JSON.parse(`"${text}"`) as string)}${colon}`,
    )
    .replaceAll('\n', '\n  ');

const options = ({ method, needsKey, json, file }: SampleCall): string[] => {
  const headers = [
    ...(needsKey ? ['Authorization: `Bearer ${process.env.PARTBOOK_KEY}`'] : []),
    ...(json === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  return [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} },`] : []),
    ...(json === undefined ? [] : [`body: JSON.stringify(${literal(json)}),`]),
    ...(file === undefined ? [] : ['body: form,']),
  ];
};

const formLines = ({ form, file }: SampleCall): string[] =>
  file === undefined
    ? []
    : [
        'const form = new FormData();',
        ...Object.entries(form ?? {}).map(([name, value]) => `form.set(${quoted(name)}, ${quoted(value)});`),
        `form.set('file', await openAsBlob(${quoted(file)}), ${quoted(file.split('/').at(-1) ?? file)});`,
        '',
      ];

export const typescriptSample = (call: SampleCall): string => {
  const given = options(call);
  const rest = given.length > 0 ? `, {\n${given.map((line) => `  ${line}`).join('\n')}\n}` : '';
  return [
    ...(call.file === undefined ? [] : ["import { openAsBlob } from 'node:fs';", '']),
    ...formLines(call),
    `const response = await fetch(${quoted(call.url)}${rest});`,
    'const answer = await response.json();',
    'if (!response.ok) throw new Error(`${answer.error}: ${answer.message}`);',
    'console.log(JSON.stringify(answer, null, 2));',
  ].join('\n');
};
