import type { Endpoint, Method, RequestOf, ResponseOf } from './endpoint.ts';
import { ErrorResponse } from './errors.ts';

/** Error response of the API, or a network failure (`status` 0). */
export class ApiError extends Error {
  readonly status: number;
  readonly body: ErrorResponse;

  constructor(status: number, body: ErrorResponse, options?: ErrorOptions) {
    super(`${status} ${body.message}`, options);
    this.name = 'ApiError';
    this.status = status;
    this.body = body;
  }
}

interface ApiClientOptions {
  /** Base URL including `/api`. */
  readonly baseUrl: string;
  readonly fetch?: (request: Request) => Promise<Response>;
  readonly headers?: Record<string, string>;
  readonly timeoutMs?: number;
}

/** An aborted call fails like a network failure. */
export type Call = <E extends Endpoint>(
  endpoint: E,
  request: RequestOf<E>,
  signal?: AbortSignal,
) => Promise<ResponseOf<E>>;

/** A call of a public endpoint without HTTP: its values are texts, as in a URL. */
export interface InternalCall {
  readonly method: Method;
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface InternalResponse {
  readonly status: number;
  readonly body: unknown;
}

/** Origins beyond this site that the Content-Security-Policy of pages allows. */
export interface PageSources {
  readonly connectOrigins: readonly string[];
  readonly uploadOrigins: readonly string[];
  /** URL prefixes of the scripts and frames of reCAPTCHA; empty unless it is configured. */
  readonly captchaSources: readonly string[];
  /** Origins that the console loads its rich text editor from; empty when the editor is bundled. */
  readonly editorSources: readonly string[];
}

/** Functions and settings that the server provides to page rendering (`web/entry.server.tsx`). */
export interface PageTools extends PageSources {
  /** Answers public API calls without an HTTP request. Undefined for calls that need `fetchApi`. */
  answerCall(call: InternalCall): Promise<InternalResponse | undefined>;
  /** Calls the API in process, without credentials. */
  fetchApi(request: Request): Promise<Response>;
  /** Like `fetchApi`, with the reader's cookies. The response contains new cookies. */
  fetchAsReader(request: Request): Promise<Response>;
  /** Public base URL, without a trailing slash. */
  readonly origin: string;
  reportError(error: unknown): void;
}

/**
 * Creates a function that calls endpoints over any `fetch`. The response is typed by the endpoint but not validated
 * again: the server already removed undeclared fields.
 * @throws {ApiError} for every status from 400 and for network failures.
 */
export function createApiClient(options: ApiClientOptions): Call {
  const { baseUrl, fetch: send = fetch, headers = {}, timeoutMs = 30_000 } = options;
  return async (endpoint, request, signal) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await answerTo(
      send,
      new Request(urlOf(baseUrl, endpoint, request), {
        method: endpoint.method,
        headers: { accept: 'application/json', ...headers, ...contentType(request) },
        signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
        ...('body' in request && { body: JSON.stringify(request.body) }),
      }),
    );
    if (!response.ok) throw new ApiError(response.status, await httpErrorOf(response));
    return endpoint.method === 'HEAD' ? null : await response.json();
  };
}

async function answerTo(send: (request: Request) => Promise<Response>, request: Request): Promise<Response> {
  try {
    return await send(request);
  } catch (cause) {
    throw new ApiError(0, { message: 'Network error' }, { cause });
  }
}

function contentType(request: object): Record<string, string> {
  return 'body' in request ? { 'content-type': 'application/json' } : {};
}

function urlOf(baseUrl: string, endpoint: Endpoint, request: object): string {
  const { params = {}, query = {} } = request as {
    params?: Record<string, unknown>;
    query?: Record<string, unknown>;
  };
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams(queryTexts(query));
  return `${baseUrl}${path}${search.size > 0 ? `?${search}` : ''}`;
}

export function queryTexts(query: object): [name: string, text: string][] {
  return Object.entries(query).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    return [[name, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
  });
}

async function httpErrorOf(response: Response): Promise<ErrorResponse> {
  const parsed = ErrorResponse.safeParse(await response.json().catch(() => null));
  return parsed.success ? parsed.data : { message: response.statusText || 'Server error' };
}
