import type { FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import type { Endpoint, Method } from '#contract/endpoint.ts';
import type { Browser } from './browser.ts';
import { callerOf } from './caller.ts';
import { explain } from './error-handler.ts';
import { invalidBySchema, Moved } from './errors.ts';
import type { Guard } from './guard.ts';
import { acceptQuery } from './query-names.ts';

/** A call as a client would make it, before it becomes an address: every value is text. */
export interface OwnCall {
  readonly method: Method;
  /** As the contract has it. */
  readonly path: string;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface OwnAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** For whom the process calls. Nothing else of their request reaches the call, so that it is never signed. */
export type Beneficiary = Pick<FastifyRequest, 'ip' | 'id' | 'log' | 'protocol' | 'host'> & {
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
 * What pages ask of the API while they are rendered, without a request for each: the same guards, schemas and handler
 * as for everybody else, and the same answer. Only public calls that change nothing are made this way, and each as
 * nobody’s: what answers by token or cookie answers as it does without.
 */
export class OwnCalls {
  readonly #implementations = new Map<string, Implementation>();

  offer(implementation: Implementation): void {
    const { endpoint } = implementation;
    if (endpoint.method === 'GET' && endpoint.access.level === 'public')
      this.#implementations.set(endpoint.path, implementation);
  }

  /** `undefined` for what has to be asked for by its address: what is no such call, and what has moved. */
  async answer(call: OwnCall, whom: Beneficiary): Promise<OwnAnswer | undefined> {
    const implementation = call.method === 'GET' ? this.#implementations.get(call.path) : undefined;
    if (!implementation) return undefined;
    try {
      return { status: 200, body: await run(implementation, call, whom) };
    } catch (error) {
      if (error instanceof Moved) return undefined;
      return explain(error as Error, whom.log);
    }
  }
}

async function run(
  { endpoint, optionalNames, guards, handler }: Implementation,
  call: OwnCall,
  { ip, id, log, protocol, host, headers }: Beneficiary,
): Promise<unknown> {
  const said = { params: { ...call.params }, query: { ...call.query }, headers: {}, log };
  for (const guard of guards) await guard(endpoint, said);
  acceptQuery(said.query, optionalNames());
  const params = parse(endpoint.params, said.params);
  const query = parse(endpoint.query, said.query);
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

/** Whoever calls for nobody in particular brings no cookies, and takes none. */
const noBrowser = { pageOrigin: undefined, readCookie: () => undefined, setCookie: () => {} };
