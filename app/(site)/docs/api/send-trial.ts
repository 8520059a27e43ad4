// Sends what a "try it" form holds to this site's API, and reads the answer as text.
export interface Trial {
  method: string;
  path: string;
  key: string;
  /** By name; an empty one is left out. */
  params: Readonly<Record<string, string>>;
  places: readonly { name: string; place: 'path' | 'query' | 'header' }[];
  json: string | null;
  file: File | null;
}

export interface TrialAnswer {
  status: number;
  headers: string;
  text: string;
}

const shownHeaders = ['location', 'retry-after', 'ratelimit', 'idempotent-replayed', 'x-request-id'];
const timeoutMs = 90_000;

const addressOf = ({ path, places, params }: Trial): string => {
  const query = new URLSearchParams();
  let address = path;
  for (const { name, place } of places) {
    const value = params[name] ?? '';
    if (place === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    if (place === 'query' && value !== '') query.set(name, value);
  }
  const search = query.toString();
  return `/api/v1${address}${search === '' ? '' : `?${search}`}`;
};

const formOf = (file: File): FormData => {
  const form = new FormData();
  form.set('file', file);
  return form;
};

const pretty = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

export const sendTrial = async (trial: Trial): Promise<TrialAnswer> => {
  const { method, key, places, params, json, file } = trial;
  const headers = new Headers();
  if (key !== '') headers.set('authorization', `Bearer ${key}`);
  for (const { name, place } of places) {
    const value = params[name] ?? '';
    if (place === 'header' && value !== '') headers.set(name, value);
  }
  if (file === null && json !== null) headers.set('content-type', 'application/json');
  const answer = await fetch(addressOf(trial), {
    method,
    headers,
    // The site's own cookie is no credential of the API, so none is sent.
    credentials: 'omit',
    body: file === null ? json : formOf(file),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const told = shownHeaders.flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [`${name}: ${value}`];
  });
  return { status: answer.status, headers: told.join('\n'), text: pretty(await answer.text()) };
};
