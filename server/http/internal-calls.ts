import type { FastifyRequest } from 'fastify';
import { type ZodType, z } from 'zod';
import type { InternalCall, InternalResponse } from '#contract/api-client.ts';
import type { Browser } from './browser.ts';
import { callerOf } from './caller.ts';
import type { EndpointPipeline } from './endpoint-pipeline.ts';
import { explain } from './error-handler.ts';
import { invalidBySchema, Redirect } from './errors.ts';

/** Page request on whose behalf the call is made. Its credentials are not passed on. */
export type PageRequest = Pick<FastifyRequest, 'ip' | 'id' | 'log' | 'protocol' | 'host'> & {
  readonly headers: { readonly 'accept-language'?: string | undefined };
};

/**
 * Runs API calls in process while pages are rendered, with the same guards, schemas and handlers as HTTP requests. Only
 * public GET endpoints are available, always anonymously.
 */
export class InternalCalls {
  readonly #pipelines = new Map<string, EndpointPipeline>();

  offer(pipeline: EndpointPipeline): void {
    const { method, access, path } = pipeline.endpoint;
    if (method === 'GET' && access.level === 'public') this.#pipelines.set(path, pipeline);
  }

  /** Returns undefined for unavailable endpoints and redirects, which need a real request. */
  async answer(call: InternalCall, request: PageRequest): Promise<InternalResponse | undefined> {
    const pipeline = call.method === 'GET' ? this.#pipelines.get(call.path) : undefined;
    if (!pipeline) return undefined;
    try {
      return { status: 200, body: await run(pipeline, call, request) };
    } catch (error) {
      if (error instanceof Redirect) return undefined;
      return explain(error as Error, request.log);
    }
  }
}

async function run(
  pipeline: EndpointPipeline,
  call: InternalCall,
  { ip, id, log, protocol, host, headers }: PageRequest,
): Promise<unknown> {
  const { endpoint } = pipeline;
  const request = { params: { ...call.params }, query: { ...call.query }, headers: {}, log };
  await pipeline.authorize(request);
  pipeline.acceptQuery(request.query);
  const params = parse(endpoint.params, request.params);
  const query = parse(endpoint.query, request.query);
  const language = { 'accept-language': headers['accept-language'] };
  const caller = callerOf({ ip, id, headers: language });
  const browser: Browser = { ...noBrowser, siteOrigin: `${protocol}://${host}` };
  const response = await pipeline.handle({ params, query, body: undefined, actor: undefined, caller, browser });
  return z.encode(endpoint.response, response.body);
}

function parse(schema: ZodType | undefined, value: object): unknown {
  if (!schema) return value;
  const parsed = schema.safeParse(value, { reportInput: true });
  if (!parsed.success) throw invalidBySchema(parsed.error);
  return parsed.data;
}

const noBrowser = { pageOrigin: undefined, readCookie: () => undefined, setCookie: () => {} };
