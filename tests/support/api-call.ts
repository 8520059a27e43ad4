// Calls the REST API of a running app and reads the JSON of the answer.
export type ApiAnswer = {
  status: number;
  headers: Headers;
  // Tests look into bodies of every shape; the schemas are checked against openapi.json.
  body: Record<string, never> & { [field: string]: unknown };
};

export type CallOptions = {
  key?: string | null;
  json?: unknown;
  raw?: BodyInit;
  headers?: Record<string, string>;
};

export const apiCaller =
  (siteUrl: string) =>
  async (method: string, path: string, options: CallOptions = {}): Promise<ApiAnswer> => {
    const headers: Record<string, string> = { ...options.headers };
    if (options.key) headers['authorization'] = `Bearer ${options.key}`;
    const init: RequestInit = { method, headers, signal: AbortSignal.timeout(120_000) };
    if (options.json !== undefined) {
      headers['content-type'] ??= 'application/json';
      init.body = JSON.stringify(options.json);
    } else if (options.raw !== undefined) {
      init.body = options.raw;
    }
    const response = await fetch(`${siteUrl}/api/v1${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? {} : JSON.parse(text)) as ApiAnswer['body'],
    };
  };
