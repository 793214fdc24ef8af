export interface Reply {
  readonly request: string;
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests validate the body
  readonly body: any;
  readonly text: string;
}

type Params = Readonly<Record<string, unknown>>;

export interface Client {
  get(path: string, params?: Params): Promise<Reply>;
  head(path: string, params?: Params): Promise<Reply>;
  post(path: string, body?: unknown): Promise<Reply>;
  put(path: string, body?: unknown): Promise<Reply>;
  delete(path: string): Promise<Reply>;
  send(path: string, init: RequestInit): Promise<Reply>;
}

export function clientOf(port: number, token?: string): Client {
  const known = { accept: 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) };
  const send = async (path: string, { headers, ...init }: RequestInit) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, {
      redirect: 'manual',
      ...init,
      headers: { ...known, ...(headers as Record<string, string> | undefined) },
    });
    const text = await response.text();
    const request = `${init.method ?? 'GET'} ${path}`;
    return { request, status: response.status, headers: response.headers, text, body: parsed(text) };
  };
  const sendJson = (method: string, path: string, body: unknown) =>
    send(path, {
      method,
      ...(body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  return {
    get: (path, params = {}) => send(path + queryOf(params), {}),
    head: (path, params = {}) => send(path + queryOf(params), { method: 'HEAD' }),
    post: (path, body) => sendJson('POST', path, body),
    put: (path, body) => sendJson('PUT', path, body),
    delete: (path) => sendJson('DELETE', path, undefined),
    send,
  };
}

function parsed(text: string): unknown {
  return text === '' ? undefined : JSON.parse(text);
}

/**
 * Serializes like axios: omits absent values, sends empty ones, writes spaces as `+`, and leaves some characters
 * unescaped.
 */
function queryOf(params: Params): string {
  const pairs = Object.entries(params)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([name, value]) => `${encoded(name)}=${encoded(typeof value === 'object' ? JSON.stringify(value) : value)}`);
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

const STAYING: Readonly<Record<string, string>> = {
  '%3A': ':',
  '%24': '$',
  '%2C': ',',
  '%5B': '[',
  '%5D': ']',
  '%20': '+',
};

function encoded(value: unknown): string {
  return encodeURIComponent(String(value)).replace(/%3A|%24|%2C|%5B|%5D|%20/g, (code) => STAYING[code] ?? code);
}
