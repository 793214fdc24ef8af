import type { FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import type { Browser } from './browser.ts';
import { callerOf } from './caller.ts';
import { explain } from './error-handler.ts';
import { invalidBySchema, Moved } from './errors.ts';
import type { Guard } from './guard.ts';
import { acceptQuery } from './query-names.ts';

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

/** Page request on whose behalf the call is made. Its credentials are not passed on. */
export type QuotaOwner = Pick<FastifyRequest, 'ip' | 'id' | 'log' | 'protocol' | 'host'> & {
  readonly headers: { readonly 'accept-language'?: string | undefined };
};

type Handler = (request: never) => Promise<unknown>;

interface Implementation {
  readonly endpoint: Endpoint;
  readonly optionalNames: () => readonly string[];
  readonly guards: readonly Guard[];
  readonly handler: Handler;
}

/**
 * Runs API calls in process while pages are rendered, with the same guards, schemas and handlers as HTTP requests. Only
 * public GET endpoints are available, always anonymously.
 */
export class InternalCalls {
  readonly #implementations = new Map<string, Implementation>();

  offer(implementation: Implementation): void {
    const { endpoint } = implementation;
    if (endpoint.method === 'GET' && endpoint.access.level === 'public')
      this.#implementations.set(endpoint.path, implementation);
  }

  /** Returns undefined for unavailable endpoints and redirects, which need a real request. */
  async answer(call: InternalCall, user: QuotaOwner): Promise<InternalResponse | undefined> {
    const implementation = call.method === 'GET' ? this.#implementations.get(call.path) : undefined;
    if (!implementation) return undefined;
    try {
      return { status: 200, body: await run(implementation, call, user) };
    } catch (error) {
      if (error instanceof Moved) return undefined;
      return explain(error as Error, user.log);
    }
  }
}

async function run(
  { endpoint, optionalNames, guards, handler }: Implementation,
  call: InternalCall,
  { ip, id, log, protocol, host, headers }: QuotaOwner,
): Promise<unknown> {
  const output = { params: { ...call.params }, query: { ...call.query }, headers: {}, log };
  for (const guard of guards) await guard(endpoint, output);
  acceptQuery(output.query, optionalNames());
  const params = parse(endpoint.params, output.params);
  const query = parse(endpoint.query, output.query);
  const language = { 'accept-language': headers['accept-language'] };
  const caller = callerOf({ ip, id, headers: language });
  const browser: Browser = { ...noBrowser, siteOrigin: `${protocol}://${host}` };
  const answer = await handler({ params, query, body: undefined, actor: undefined, caller, browser } as never);
  return z.encode(endpoint.response, answer);
}

function parse(schema: ZodType | undefined, value: object): unknown {
  if (!schema) return value;
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw invalidBySchema(parsed.error);
  return parsed.data;
}

const noBrowser = { pageOrigin: undefined, readCookie: () => undefined, setCookie: () => {} };
