import type { Addressed } from './address-of.ts';
import { KawarabanError } from './kawaraban-error.ts';
import { unlessAborted } from './waiting.ts';

/** As much of `fetch` as this client uses. */
export type Fetch = (address: string, options: RequestInit) => Promise<Response>;

export interface Sending {
  readonly fetch: Fetch;
  /** How often a server that is busy for a moment is asked again. */
  readonly maxRetries: number;
  /** The longest it may ask to wait for that. */
  readonly maxRetryDelayMs: number;
}

/** Where a busy server does not say for how long, or a browser does not tell what it said. */
const SHORT_DELAY_MS = 1000;

/**
 * Sends a request and returns whatever answer is no refusal, 304 among them.
 * Only what may be repeated without harm, which is reading, is asked again after a 503.
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
    if (response.status !== 503 || retries < 1 || delayMs > maxRetryDelayMs) throw await refusalOf(response, asked);
    await response.body?.cancel();
    await sleep(delayMs, options.signal);
  }
}

/** The text of an answer. */
export function textOf(response: Response, asked: string): Promise<string> {
  return overNetwork(asked, () => response.text());
}

/** What an answer says. */
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

async function refusalOf(response: Response, asked: string): Promise<KawarabanError> {
  const body = await response.json().catch(() => null);
  return new KawarabanError({
    reason: 'refused',
    asked,
    status: response.status,
    // Whatever stands in front of the server may answer in words of its own.
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
