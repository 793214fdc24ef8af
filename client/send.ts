import type { Addressed } from './address-of.ts';
import { KawarabanError } from './kawaraban-error.ts';
import { unlessAborted } from './waiting.ts';

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
