import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

interface Copy {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

export interface CachingProxy {
  readonly url: string;
  /** Headers of every request that the proxy received. */
  readonly received: IncomingHttpHeaders[];
  /** Answers of the proxy itself, by path. */
  readonly answers: Map<string, RequestListener>;
  /** Port of the server behind the proxy. */
  target: number;
  /** Stores every response and repeats it, with its age, until `purge`. */
  isStoring: boolean;
  ageSeconds: number;
  purge(): void;
}

const NOT_COPIED = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length', 'content-encoding']);

export async function startCachingProxy(): Promise<CachingProxy> {
  const copies = new Map<string, Copy>();
  const load = async (path: string): Promise<Copy> => {
    const response = await fetch(`http://127.0.0.1:${proxy.target}${path}`);
    const headers = [...response.headers].filter(([name]) => !NOT_COPIED.has(name));
    const body = Buffer.from(await response.arrayBuffer());
    return { status: response.status, headers: Object.fromEntries(headers), body };
  };
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request;
    proxy.received.push(headers);
    const own = proxy.answers.get(url);
    if (own) return own(request, response);
    const stored = copies.get(url);
    const copy = stored ?? (await load(url));
    if (proxy.isStoring) copies.set(url, copy);
    const cached = { 'cache-control': 'public, max-age=300', age: String(proxy.ageSeconds), 'x-cache': 'HIT' };
    response.writeHead(copy.status, { ...copy.headers, via: '1.1 test-proxy', ...(stored && cached) }).end(copy.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const proxy: CachingProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received: [],
    answers: new Map(),
    target: 0,
    isStoring: false,
    ageSeconds: 0,
    purge: () => copies.clear(),
  };
  return proxy;
}
