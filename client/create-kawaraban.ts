import { type Addressed, addressOf, type Route } from './address-of.ts';
import type { CallOptions } from './call-options.ts';
import { type KeepingLimits, KeptAnswers } from './kept-answers.ts';
import { itemsOf, type Paged, type PagingOptions, pagesOf } from './pages.ts';
import { type PublicApi, routes } from './public-api.ts';
import { type Fetch, parsed, send, textOf } from './send.ts';
import { SharedFlights } from './shared-flights.ts';
import { inTime } from './waiting.ts';

export interface KawarabanOptions {
  /** Where the site is: `https://news.example.com`, without `/api`. */
  readonly baseUrl: string;
  /** The service that calls are about which name no other. */
  readonly serviceId?: string;
  /** What asks; the `fetch` of wherever this runs, unless another is given. */
  readonly fetch?: Fetch;
  /** An API key, or the token of whoever is signed in. Reading needs neither. */
  readonly apiKey?: string;
  /** The header that carries the key, where the site has another one than `Authorization`. */
  readonly authHeader?: string;
  /** Stands before the key in that header, with a space between; `Bearer`, unless the site has another one or none. */
  readonly authTokenPrefix?: string;
  /** For `Accept-Language`: `ja`, or `ja, en;q=0.5`. */
  readonly language?: string;
  /** How much is kept of what was read, to be asked about by its entity tag; `false` for nothing. */
  readonly cache?: KeepingLimits | false;
  /** How long a call may take in all, in milliseconds; 30,000 unless said otherwise. */
  readonly timeoutMs?: number;
  /** How often a server is asked again that is busy for a moment (503); twice, unless said otherwise. */
  readonly maxRetries?: number;
  /** The longest wait that it may ask for, in milliseconds; 10,000 unless said otherwise. */
  readonly maxRetryDelayMs?: number;
}

type Asked<Request, HasService> = HasService extends true
  ? Request extends { serviceId: string }
    ? Omit<Request, 'serviceId'> & { serviceId?: string }
    : Request
  : Request;

/** What has nothing that must be said need not be said. */
type Arguments<Request, Options> =
  Record<never, never> extends Request ? [request?: Request, options?: Options] : [request: Request, options?: Options];

type Call<Of extends { request: object; answer: unknown }, HasService> = (
  ...given: Arguments<Asked<Of['request'], HasService>, CallOptions>
) => Promise<Of['answer']>;

/** Where there is a list: all that is in it, one after the other, or page by page. */
type Walks<Group, HasService> = Group extends { list: { request: infer Request; answer: infer Page } }
  ? [Page] extends [readonly unknown[]]
    ? unknown
    : {
        /** Everything in the list, asked for a page at a time while it is walked through. */
        all(...given: Arguments<Asked<Request, HasService>, PagingOptions>): AsyncGenerator<Paged<Page>>;
        /** The pages of the list. */
        pages(...given: Arguments<Asked<Request, HasService>, PagingOptions>): AsyncGenerator<Page>;
      }
  : unknown;

/** The public API of an installation, a method for each of its calls. */
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
  const ask = askerFor(options);
  const groups = Object.entries<Readonly<Record<string, Route>>>(routes).map(([group, calls]) => {
    const methods: Record<string, unknown> = {};
    for (const [name, route] of Object.entries(calls)) {
      methods[name] = (request?: object, callOptions?: CallOptions) => ask(route, request, callOptions);
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

function askerFor({
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
  const kept = cache === false ? undefined : new KeptAnswers(cache);
  const flights = new SharedFlights<string>();

  const read = async (addressed: Addressed, isKept: boolean, signal: AbortSignal): Promise<string> => {
    const { address, asked } = addressed;
    const known = isKept ? kept?.find(address) : undefined;
    const asking = known ? { ...headers, 'if-none-match': known.entityTag } : headers;
    const response = await send(sending, addressed, { method: 'GET', headers: asking, signal });
    if (known && response.status === 304) return known.text;
    const text = await textOf(response, asked);
    const entityTag = response.headers.get('etag');
    if (isKept && entityTag) kept?.keep(address, { entityTag, text });
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
      // A preview is for whoever has its key, and different after every save.
      const isKept = !('token' in request);
      if (kept === undefined) return read(addressed, false, inTimeSignal);
      return flights.join(address, (shared) => read(addressed, isKept, shared), inTimeSignal);
    });
    // Each caller gets an answer of their own, to do with as they like.
    return parsed(text, asked);
  };
}

/** Where the API is, also for whoever names that instead of the site. */
function apiUrlOf(baseUrl: string): string {
  if (!/^https?:\/\/./i.test(baseUrl)) throw new TypeError('baseUrl must begin with https:// or http://');
  const { origin, pathname } = new URL(baseUrl);
  return `${origin}${pathname.replace(/(\/api)?\/*$/, '')}/api`;
}
