import { KawarabanError } from './kawaraban-error.ts';
import { routes } from './public-api.ts';

export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

export interface Sending {
  readonly fetch: Fetch;
  readonly maxRetries: number;
  readonly maxRetryDelayMs: number;
}

/** Used when `Retry-After` is missing, or hidden from the browser by CORS. */
const SHORT_DELAY_MS = 1000;

/**
 * Sends a request and returns any response without an error status, including 304. Retries GET requests after 503.
 * @throws {KawarabanError} for error statuses and network failures.
 */
export async function send(
  { fetch, maxRetries, maxRetryDelayMs }: Sending,
  { address, asked }: Addressed,
  options: RequestInit & { readonly signal: AbortSignal },
): Promise<Response> {
  for (let retries = options.method === 'GET' ? maxRetries : 0; ; retries -= 1) {
    const response = await overNetwork(asked, () => fetch(address, options));
    if (response.ok || response.status === 304) return response;
    const delayMs = retryDelayMs(response);
    if (response.status !== 503 || retries < 1 || delayMs > maxRetryDelayMs) throw await httpErrorOf(response, asked);
    await response.body?.cancel();
    await sleep(delayMs, options.signal);
  }
}

export function textOf(response: Response, request: string): Promise<string> {
  return overNetwork(request, () => response.text());
}

/** @throws {KawarabanError} with reason `unreadable` for invalid JSON. */
export function parsed(text: string, asked: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new KawarabanError({ reason: 'unreadable', asked, status: 200, cause });
  }
}

async function overNetwork<Result>(asked: string, bring: () => Promise<Result>): Promise<Result> {
  try {
    return await bring();
  } catch (cause) {
    throw new KawarabanError({ reason: 'unreachable', asked, cause });
  }
}

async function httpErrorOf(response: Response, asked: string): Promise<KawarabanError> {
  const body = await response.json().catch(() => null);
  return new KawarabanError({
    reason: 'refused',
    asked,
    status: response.status,
    // Proxies in front of the server may return their own error bodies.
    body: typeof body?.message === 'string' ? body : {},
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: retryAfterSeconds(response),
  });
}

function retryAfterSeconds({ headers }: Response): number | undefined {
  const text = headers.get('retry-after') ?? '';
  return /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function retryDelayMs(response: Response): number {
  const seconds = retryAfterSeconds(response);
  return seconds === undefined ? SHORT_DELAY_MS : seconds * 1000;
}

async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    const delay = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, ms);
    });
    await unlessAborted(delay, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Rejects with the signal's reason when it aborts first. */
export async function unlessAborted<Result>(result: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let stop = () => {};
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/** Maximum timer delay (2^31 - 1 ms); larger values fire at once. */
const MAX_MS = 2 ** 31 - 1;

/** @throws {KawarabanError} with reason `timed-out` or `aborted`. */
export async function inTime<Result>(
  {
    asked,
    signal,
    timeoutMs,
  }: { readonly asked: string; readonly signal?: AbortSignal | undefined; readonly timeoutMs: number },
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const abort = () => controller.abort(new KawarabanError({ reason: 'aborted', asked, cause: signal?.reason }));
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort, { once: true });
  const limit = () => controller.abort(new KawarabanError({ reason: 'timed-out', asked }));
  const timer = setTimeout(limit, Math.min(timeoutMs, MAX_MS));
  try {
    controller.signal.throwIfAborted();
    return await work(controller.signal);
  } catch (error) {
    throw controller.signal.aborted ? controller.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly hasBody?: true;
  readonly isPaged?: true;
}

export interface Addressed {
  readonly address: string;
  /** Method and URL for error messages, without the query, which may contain a preview token. */
  readonly asked: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Fills the path with the request's fields and puts the rest into the query or the body.
 * @throws {TypeError} when a path parameter is missing.
 * @throws {KawarabanError} with status 404, without a request, when a name would address another endpoint.
 */
export function addressOf(
  apiUrl: string,
  route: Route,
  request: Readonly<Record<string, unknown>>,
  serviceId: string | undefined,
): Addressed {
  const { method, path, hasBody } = route;
  const rest = { ...request };
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name] ?? (name === 'serviceId' ? serviceId : undefined);
    delete rest[name];
    if (value === undefined || value === null) throw new TypeError(`This call needs ${name}: ${method} ${path}`);
    return encodeURIComponent(String(value).replace(/\p{Surrogate}/gu, '\ufffd'));
  });
  const asked = `${method} ${apiUrl}${filled}`;
  if (NO_NAME.test(filled) || isOfAnother(route, filled))
    throw new KawarabanError({ reason: 'refused', asked, status: 404, body: { message: 'Not Found' } });
  if (!path.includes(':serviceId')) delete rest.serviceId;
  if (hasBody) return { address: apiUrl + filled, asked, body: rest };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  const search = query.toString();
  return { address: apiUrl + filled + (search && `?${search}`), asked, body: undefined };
}

/** Empty or dot path segments. `fetch` normalizes them away, which would address another endpoint. */
const NO_NAME = /\/\.{0,2}(\/|$)/;

/** True when a name in the path matches the literal path of another endpoint: a post with the slug `groups`. */
function isOfAnother({ method, path }: Route, filled: string): boolean {
  return Object.values(routes)
    .flatMap((group) => Object.values<Route>(group))
    .some(
      (other) =>
        // The server prefers literal segments over parameters; letters sort after the colon.
        other.method === method && other.path > path && patternOf(other.path).test(filled),
    );
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`);
