import { knownQueryNames } from '#contract/api.ts';
import type { Endpoint, ParsedRequest, ResponseOf } from '#contract/endpoint.ts';
import { fieldMessages } from '#contract/errors.ts';
import type { Log } from '../platform/log.ts';
import type { Actor } from './actor.ts';
import type { Browser } from './browser.ts';
import type { Caller } from './caller.ts';
import { invalid } from './errors.ts';

export interface GuardedRequest {
  readonly params: unknown;
  readonly headers: { readonly authorization?: string | undefined };
  readonly log: Log;
  readonly ip?: string;
  readonly id?: string;
  actor?: Actor;
}

/**
 * Runs before the request is parsed.
 *
 * @throws to reject the request
 */
export type Guard = (endpoint: Endpoint, request: GuardedRequest) => Promise<void>;

type ValidRequest<E extends Endpoint> = ParsedRequest<E> & {
  readonly actor: E['access'] extends { knowsActor: true }
    ? Actor | undefined
    : E['access'] extends { level: 'public' }
      ? undefined
      : Actor;
  readonly caller: Caller;
  readonly browser: Browser;
};

export type Handler<E extends Endpoint> = (request: ValidRequest<E>) => Promise<ResponseOf<E> | Created<ResponseOf<E>>>;

class Created<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** Responds with 201 instead of 200. The endpoint must declare `alsoAnswers: [201]`. */
export function created<Body>(body: Body): Created<Body> {
  return new Created(body);
}

interface ParsedCall {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
  readonly actor: Actor | undefined;
  readonly caller: Caller;
  readonly browser: Browser;
}

/**
 * The steps of a call, the same for HTTP requests and for internal calls: `authorize`, `acceptQuery`, validation by the
 * schemas of the endpoint, `handle`.
 */
export class EndpointPipeline {
  readonly endpoint: Endpoint;
  readonly #guards: readonly Guard[];
  readonly #handler: (request: never) => Promise<unknown>;
  #optionalNames: readonly string[] | undefined;

  constructor(endpoint: Endpoint, guards: readonly Guard[], handler: (request: never) => Promise<unknown>) {
    this.endpoint = endpoint;
    this.#guards = guards;
    this.#handler = handler;
  }

  /** Guards run first, so that unauthorized clients learn nothing about the resource. */
  async authorize(request: GuardedRequest): Promise<void> {
    for (const guard of this.#guards) await guard(this.endpoint, request);
  }

  /** Rejects unknown query parameters and drops empty optional ones, which clients send for unset filters. */
  acceptQuery(query: object): void {
    rejectUnknownNames(query);
    // Computed at the first request, because all schemas together would delay startup.
    this.#optionalNames ??= optionalNamesOf(this.endpoint.query);
    const values = query as Record<string, unknown>;
    for (const name of this.#optionalNames) if (values[name] === '') delete values[name];
  }

  async handle(request: ParsedCall): Promise<{ readonly status: 200 | 201; readonly body: unknown }> {
    const answer = await this.#handler(request as never);
    if (!(answer instanceof Created)) return { status: 200, body: answer };
    const { method, path, alsoAnswers } = this.endpoint;
    if (!alsoAnswers?.includes(201)) throw new Error(`${method} ${path} does not declare 201`);
    return { status: 201, body: answer.body };
  }
}

function rejectUnknownNames(query: object): void {
  const unknown = Object.keys(query).filter((name) => !knownQueryNames.has(name));
  const named = unknown.map((name) => (/^\w{1,100}$/.test(name) ? name : 'query'));
  if (named.length > 0) throw invalid(Object.fromEntries(named.map((name) => [name, fieldMessages.invalid])));
}

function optionalNamesOf(query: Endpoint['query']): string[] {
  const fields = Object.entries(query?.shape ?? {});
  return fields.flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [name] : []));
}
