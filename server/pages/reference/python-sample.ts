// A call as Python 3, with nothing but its standard library.
import type { SampleCall } from './sample-call.ts';

const quoted = (text: string): string => JSON.stringify(text);

const literal = (value: unknown, indent: string): string => {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const deeper = `${indent}    `;
  const inner = Array.isArray(value)
    ? value.map((item) => `${deeper}${literal(item, deeper)},`)
    : Object.entries(value).map(([name, item]) => `${deeper}${quoted(name)}: ${literal(item, deeper)},`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return inner.length === 0 ? `${open}${close}` : `${open}\n${inner.join('\n')}\n${indent}${close}`;
};

const inLine = (fields: Readonly<Record<string, string>>): string =>
  `{${Object.entries(fields)
    .map(([name, value]) => `${quoted(name)}: ${quoted(value)}`)
    .join(', ')}}`;

const formLines = ({ form, file }: SampleCall): string[] =>
  file === undefined
    ? []
    : [
        'boundary = uuid.uuid4().hex',
        'body = b"".join(',
        `    f'--{boundary}\\r\\nContent-Disposition: form-data; name="{name}"\\r\\n\\r\\n{value}\\r\\n'.encode()`,
        `    for name, value in ${inLine(form ?? {})}.items()`,
        ')',
        `body += f'--{boundary}\\r\\nContent-Disposition: form-data; name="file"; filename="${file.split('/').at(-1) ?? file}"\\r\\n\\r\\n'.encode()`,
        `with open(${quoted(file)}, "rb") as song:`,
        '    body += song.read()',
        'body += f"\\r\\n--{boundary}--\\r\\n".encode()',
        '',
      ];

export const pythonSample = (call: SampleCall): string => {
  const { method, url, needsKey, json, file } = call;
  const headers = [
    ...(needsKey ? ['        "Authorization": "Bearer " + os.environ["PARTBOOK_KEY"],'] : []),
    ...(json === undefined ? [] : ['        "Content-Type": "application/json",']),
    ...(file === undefined ? [] : ['        "Content-Type": f"multipart/form-data; boundary={boundary}",']),
  ];
  return [
    'import json',
    ...(needsKey ? ['import os'] : []),
    'import urllib.request',
    ...(file === undefined ? [] : ['import uuid']),
    '',
    ...formLines(call),
    'request = urllib.request.Request(',
    `    ${quoted(url)},`,
    ...(method === 'GET' ? [] : [`    method="${method}",`]),
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(json === undefined ? [] : [`    data=json.dumps(${literal(json, '    ')}).encode(),`]),
    ...(file === undefined ? [] : ['    data=body,']),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(json.dumps(json.load(response), indent=2))',
  ].join('\n');
};
