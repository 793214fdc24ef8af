import type { z } from 'zod';
import type { Endpoint, ParsedRequest, ResponseOf } from '#contract/endpoint.ts';
import type { ErrorResponse } from '#contract/errors.ts';

export type SentRequest<E extends Endpoint> = ParsedRequest<E>;

export type Handler<E extends Endpoint> = (request: SentRequest<E>) => ResponseOf<E> | Promise<ResponseOf<E>>;

class HttpError extends Error {
  readonly status: number;
  readonly body: ErrorResponse;

  constructor(status: number, body: ErrorResponse) {
    super(`${status} ${body.message}`);
    this.status = status;
    this.body = body;
  }
}

/** Status 0 simulates a network failure. */
export function httpError(status: number, body: Partial<ErrorResponse> = {}): Error {
  return new HttpError(status, { message: 'Refused', ...body });
}

export interface FakeApi {
  answer<E extends Endpoint>(endpoint: E, response: ResponseOf<E> | Handler<E>): FakeApi;
  sent<E extends Endpoint>(endpoint: E): readonly SentRequest<E>[];
  fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response>;
  readonly unanswered: readonly string[];
}

interface Route {
  readonly endpoint: Endpoint;
  readonly pattern: RegExp;
  readonly names: readonly string[];
  handle: Handler<Endpoint>;
}

/**
 * Parses requests and responses with the endpoint's schemas, so that a test cannot use a shape that the contract does
 * not have.
 */
export function fakeApi(): FakeApi {
  const routes: Route[] = [];
  const sent: { endpoint: Endpoint; request: unknown }[] = [];
  const unanswered: string[] = [];
  const find = (method: string, path: string): { route: Route; params: Record<string, string> } | undefined => {
    for (const route of routes) {
      const match = route.endpoint.method === method ? route.pattern.exec(path) : null;
      if (!match) continue;
      const params = route.names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? '')]);
      return { route, params: Object.fromEntries(params) };
    }
    return undefined;
  };
  const api: FakeApi = {
    answer(endpoint, response) {
      const handle = (typeof response === 'function' ? response : () => response) as Handler<Endpoint>;
      const known = routes.find((route) => route.endpoint === endpoint);
      if (known) known.handle = handle;
      else routes.push({ endpoint, handle, ...patternOf(endpoint.path) });
      // Literal paths take precedence over parameters, as on the server.
      routes.sort((one, other) => one.names.length - other.names.length);
      return api;
    },
    sent: (endpoint) =>
      sent.filter((each) => each.endpoint === endpoint).map(({ request }) => request as SentRequest<typeof endpoint>),
    unanswered,
    async fetch(input, init) {
      const request = new Request(input, init);
      const url = new URL(request.url);
      const found = find(request.method, url.pathname.replace(/^\/api/, ''));
      if (!found) {
        unanswered.push(`${request.method} ${url.pathname}${url.search}`);
        return Response.json({ message: 'No test answers this' }, { status: 500 });
      }
      const { endpoint, handle } = found.route;
      try {
        const parsed = await parse(endpoint, request, found.params, url.searchParams);
        sent.push({ endpoint, request: parsed });
        const body = await handle(parsed as SentRequest<Endpoint>);
        return Response.json(endpoint.response.parse(body));
      } catch (error) {
        if (!(error instanceof HttpError)) {
          unanswered.push(`${request.method} ${url.pathname}${url.search}: ${String(error)}`);
          return Response.json({ message: 'Server error' }, { status: 500 });
        }
        if (error.status === 0) throw new TypeError('Failed to fetch');
        return Response.json(error.body, { status: error.status });
      }
    },
  };
  return api;
}

function patternOf(path: string): Pick<Route, 'pattern' | 'names'> {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  return { names, pattern: new RegExp(`^${path.replace(/:\w+/g, '([^/]+)')}$`) };
}

async function parse(
  endpoint: Endpoint,
  request: Request,
  params: Record<string, string>,
  search: URLSearchParams,
): Promise<unknown> {
  const check = (schema: z.ZodType | undefined, value: unknown) => schema?.parse(value);
  const text = await request.text();
  return {
    params: check(endpoint.params, params),
    query: check(endpoint.query, Object.fromEntries(search)),
    body: check(endpoint.body, text === '' ? undefined : JSON.parse(text)),
  };
}
