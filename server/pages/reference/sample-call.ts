// The call of an operation that its samples make, from the example request or from values of one's own.
import { type Operation, type OperationId, operationTable } from '../../contract/operation-table.ts';
import { type RequestExample, requestExamples } from '../../contract/request-examples.ts';

export type SampleCall = {
  method: string;
  url: string;
  needsKey: boolean;
  json?: unknown;
  /** Fields beside the file. */
  form?: Readonly<Record<string, string>>;
  file?: string;
};

export type SampleValues = RequestExample & { file?: string };

const pathOf = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/** `asForm`: the file itself instead of a link to it. */
export const sampleCall = (
  siteUrl: string,
  id: OperationId,
  { values = {}, asForm = false }: { values?: SampleValues; asForm?: boolean } = {},
): SampleCall => {
  const operation: Operation = operationTable[id];
  const { params = {}, query = {}, json, form } = { ...requestExamples[id], ...values };
  const search = new URLSearchParams(query).toString();
  return {
    method: operation.method,
    url: `${siteUrl}/api/v1${pathOf(operation.path, params)}${search ? `?${search}` : ''}`,
    needsKey: operation.credential === 'required',
    ...(asForm ? { form: form ?? {}, file: values.file ?? 'song.mp3' } : {}),
    ...(!asForm && operation.body ? { json } : {}),
  };
};
