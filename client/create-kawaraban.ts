import { CachedResponses, type KeepingLimits } from './cached-responses.ts';
import { type CallOptions, itemsOf, type Paged, type PagingOptions, pagesOf } from './pages.ts';
import { type PublicApi, routes } from './public-api.ts';
import {
  type Addressed,
  addressOf,
  type Fetch,
  inTime,
  parsed,
  type Route,
  send,
  textOf,
  unlessAborted,
} from './send.ts';

export interface KawarabanOptions {
  /** URL of the site without `/api`: `https://news.example.com`. */
  readonly baseUrl: string;
  /** Default service of calls that name none. */
  readonly serviceId?: string;
  readonly fetch?: Fetch;
  /** API key, or the access token of a signed-in user. Public content needs neither. */
  readonly apiKey?: string;
  /** Header that carries the key; defaults to `Authorization`. */
  readonly authHeader?: string;
  /** Prefix before the key, separated by a space; defaults to `Bearer`. Empty for none. */
  readonly authTokenPrefix?: string;
  /** Value of `Accept-Language`: `ja`, or `ja, en;q=0.5`. */
  readonly language?: string;
  /** Limits of the response cache, which revalidates by ETag; `false` disables it. */
  readonly cache?: KeepingLimits | false;
  /** Total time limit of a call in milliseconds, retries included; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Number of retries after a 503 response; 2 by default. */
  readonly maxRetries?: number;
  /** Longest `Retry-After` to wait for, in milliseconds; 10,000 by default. */
  readonly maxRetryDelayMs?: number;
}

type Requested<Request, HasService> = HasService extends true
  ? Request extends { serviceId: string }
    ? Omit<Request, 'serviceId'> & { serviceId?: string }
    : Request
  : Request;

/** Makes the request argument optional when none of its fields is required. */
type Arguments<Request, Options> =
  Record<never, never> extends Request ? [request?: Request, options?: Options] : [request: Request, options?: Options];

type Call<Of extends { request: object; answer: unknown }, HasService> = (
  ...given: Arguments<Requested<Of['request'], HasService>, CallOptions>
) => Promise<Of['answer']>;

/** Iterators for groups whose `list` is paged. */
type Walks<Group, HasService> = Group extends { list: { request: infer Request; answer: infer Page } }
  ? [Page] extends [readonly unknown[]]
    ? unknown
    : {
        /** Iterates over all items, fetching pages on demand. */
        all(...given: Arguments<Requested<Request, HasService>, PagingOptions>): AsyncGenerator<Paged<Page>>;
        pages(...given: Arguments<Requested<Request, HasService>, PagingOptions>): AsyncGenerator<Page>;
      }
  : unknown;

/** Client of the public API, with one method per endpoint. */
export type Kawaraban<HasService = false> = {
  readonly [Group in keyof PublicApi]: {
    readonly [Name in keyof PublicApi[Group]]: PublicApi[Group][Name] extends { request: object; answer: unknown }
      ? Call<PublicApi[Group][Name], HasService>
      : never;
  } & Walks<PublicApi[Group], HasService>;
};

type AnyCall = (request?: object, options?: CallOptions) => Promise<unknown>;

export function createKawaraban(options: KawarabanOptions & { readonly serviceId: string }): Kawaraban<true>;
export function createKawaraban(options: KawarabanOptions): Kawaraban;
export function createKawaraban(options: KawarabanOptions): Kawaraban {
  const call = requesterFor(options);
  const groups = Object.entries<Readonly<Record<string, Route>>>(routes).map(([group, calls]) => {
    const methods: Record<string, unknown> = {};
    for (const [name, route] of Object.entries(calls)) {
      methods[name] = (request?: object, callOptions?: CallOptions) => call(route, request, callOptions);
    }
    const { list } = methods as { list?: AnyCall };
    if (list && calls.list?.isPaged) {
      methods.all = (request?: object, paging?: PagingOptions) => itemsOf(list, request, paging);
      methods.pages = (request?: object, paging?: PagingOptions) => pagesOf(list, request, paging);
    }
    return [group, methods];
  });
  return Object.fromEntries(groups);
}

function requesterFor({
  baseUrl,
  serviceId,
  fetch = (address, init) => globalThis.fetch(address, init),
  apiKey,
  authHeader = 'Authorization',
  authTokenPrefix = 'Bearer',
  language,
  cache = {},
  timeoutMs: usualTimeoutMs = 30_000,
  maxRetries = 2,
  maxRetryDelayMs = 10_000,
}: KawarabanOptions) {
  const apiUrl = apiUrlOf(baseUrl);
  const headers: Record<string, string> = {
    accept: 'application/json',
    ...(language && { 'accept-language': language }),
    ...(apiKey && { [authHeader]: `${authTokenPrefix} ${apiKey}`.trim() }),
  };
  const sending = { fetch, maxRetries, maxRetryDelayMs };
  const responses = cache === false ? undefined : new CachedResponses(cache);
  const flights = new SharedFlights<string>();

  const read = async (addressed: Addressed, isCached: boolean, signal: AbortSignal): Promise<string> => {
    const { address, asked } = addressed;
    const known = isCached ? responses?.find(address) : undefined;
    const conditional = known ? { ...headers, 'if-none-match': known.entityTag } : headers;
    const response = await send(sending, addressed, { method: 'GET', headers: conditional, signal });
    if (known && response.status === 304) return known.text;
    const text = await textOf(response, asked);
    const entityTag = response.headers.get('etag');
    if (isCached && entityTag) responses?.keep(address, { entityTag, text });
    return text;
  };

  const change = async (method: string, addressed: Addressed, signal: AbortSignal): Promise<string> => {
    const { asked, body } = addressed;
    const typed = body ? { ...headers, 'content-type': 'application/json' } : headers;
    const sent = { method, headers: typed, signal, ...(body && { body: JSON.stringify(body) }) };
    return textOf(await send(sending, addressed, sent), asked);
  };

  return async (route: Route, request: object = {}, { signal, timeoutMs = usualTimeoutMs }: CallOptions = {}) => {
    const addressed = addressOf(apiUrl, route, request as Record<string, unknown>, serviceId);
    const { address, asked } = addressed;
    const text = await inTime({ asked, signal, timeoutMs }, (inTimeSignal) => {
      if (route.method !== 'GET') return change(route.method, addressed, inTimeSignal);
      // Previews require a token and change with every save, so they are not cached.
      const isCached = !('token' in request);
      if (responses === undefined) return read(addressed, false, inTimeSignal);
      return flights.join(address, (shared) => read(addressed, isCached, shared), inTimeSignal);
    });
    // Parses separately for each caller, because callers may mutate the result.
    return parsed(text, asked);
  };
}

/** Accepts a `baseUrl` with or without `/api`. */
function apiUrlOf(baseUrl: string): string {
  if (!/^https?:\/\/./i.test(baseUrl)) throw new TypeError('baseUrl must begin with https:// or http://');
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/(\/api)?\/*$/, '')}/api`;
}

interface Flight<Result> {
  readonly result: Promise<Result>;
  readonly controller: AbortController;
  waiting: number;
}

/** Shares one running operation among concurrent callers with the same key. Aborts it when the last caller has left. */
class SharedFlights<Result> {
  readonly #flights = new Map<string, Flight<Result>>();

  async join(key: string, start: (signal: AbortSignal) => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const flight = this.#flights.get(key) ?? this.#begin(key, start);
    flight.waiting += 1;
    try {
      return await unlessAborted(flight.result, signal);
    } finally {
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        this.#end(key, flight);
        flight.controller.abort();
      }
    }
  }

  #begin(key: string, start: (signal: AbortSignal) => Promise<Result>): Flight<Result> {
    const controller = new AbortController();
    const result = start(controller.signal);
    const flight = { result, controller, waiting: 0 };
    this.#flights.set(key, flight);
    // Later callers start a new operation. Handling the rejection avoids an unhandled one when all callers have left.
    const end = () => this.#end(key, flight);
    result.then(end, end);
    return flight;
  }

  #end(key: string, flight: Flight<Result>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}
