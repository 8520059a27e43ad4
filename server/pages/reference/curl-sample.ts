// A call as a curl command.
import type { SampleCall } from './sample-call.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

export const curlSample = ({ method, url, needsKey, json, form, file }: SampleCall): string => {
  const isPlain = method === 'GET' || (method === 'POST' && (json !== undefined || file !== undefined));
  const lines = [
    `curl -sS${isPlain ? '' : ` -X ${method}`} ${quoted(url)}`,
    ...(needsKey ? ['-H "Authorization: Bearer $PARTBOOK_KEY"'] : []),
    ...Object.entries(form ?? {}).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`),
    ...(file === undefined ? [] : [`-F ${quoted(`file=@${file}`)}`]),
    ...(json === undefined
      ? []
      : [
          `-H 'Content-Type: application/json'`,
          `-d ${quoted(JSON.stringify(json, null, 2).replaceAll('\n', '\n  '))}`,
        ]),
  ];
  return lines.join(' \\\n  ');
};
