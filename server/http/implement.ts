import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { endpoints } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { ErrorResponse } from '#contract/errors.ts';
import type { Actor } from './actor.ts';
import { browserOf } from './browser.ts';
import { callerOf } from './caller.ts';
import { EndpointPipeline, type Guard, type Handler } from './endpoint-pipeline.ts';
import type { InternalCalls } from './internal-calls.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required access level. Startup fails for routes without it. */
    access?: Endpoint['access'];
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    actor?: Actor;
  }
}

export interface Api {
  implement<E extends Endpoint>(endpoint: E, handler: Handler<E>): void;
}

export function apiOf(scope: FastifyInstance, guards: readonly Guard[], internalCalls?: InternalCalls): Api {
  scope.decorateRequest('actor');
  takeEmptyJson(scope);
  return {
    implement: (endpoint, handler) => {
      const { method, path, access, params, query, body, bodyLimit, summary, tag } = endpoint;
      const pipeline = new EndpointPipeline(endpoint, guards, handler);
      internalCalls?.offer(pipeline);
      scope.route({
        method,
        url: path,
        // Skips Fastify's HEAD route if the contract declares one.
        exposeHeadRoute: !endpoints.some((other) => other.method === 'HEAD' && other.path === path),
        config: { access, endpoint },
        ...(bodyLimit !== undefined && { bodyLimit }),
        schema: {
          summary,
          tags: [tag],
          operationId: operationId(method, path),
          ...(access.level !== 'public' && { description: requirement(access), security: [{ [BEARER]: [] }] }),
          ...(params && { params }),
          ...(query && { querystring: query }),
          ...(body && { body }),
          response: responsesOf(endpoint),
        },
        // Runs before the body is read, so that unauthorized clients cannot keep sending.
        onRequest: async (request, reply) => {
          if (access.level !== 'public' || hasAuthorization(request) || hasToken(request))
            reply.header('cache-control', 'no-store');
          await pipeline.authorize(request);
        },
        preValidation: async (request) => {
          pipeline.acceptQuery(request.query as object);
          // A missing body counts as empty, so that missing fields are reported by name.
          if (body) request.body ??= {};
        },
        handler: async (request, reply) => {
          const { params, query, body, actor } = request;
          const caller = callerOf(request);
          const browser = browserOf(request, reply);
          const response = await pipeline.handle({ params, query, body, actor, caller, browser });
          reply.code(response.status);
          return response.body;
        },
      });
    },
  };
}

function responsesOf({ response, alsoAnswers = [] }: Endpoint) {
  return {
    200: response,
    ...(alsoAnswers.includes(201) && { 201: response }),
    ...(alsoAnswers.includes(301) && { 301: ErrorResponse }),
    '4xx': ErrorResponse,
    '5xx': ErrorResponse,
  };
}

export const BEARER = 'bearer';

function requirement({ level, scope }: Exclude<Endpoint['access'], { level: 'public' }>): string {
  return `Requires the role ${level} or higher${scope === 'service' ? ' and access to this service' : ''}.`;
}

/** Responses with a token may differ, so shared caches must not store them. */
function hasAuthorization({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined;
}

function hasToken({ query }: FastifyRequest): boolean {
  return 'token' in (query as object);
}

/** Accepts an empty JSON body, which some clients send with a content type. */
function takeEmptyJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === '' ? done(null, undefined) : parse(request, text, done),
  );
}

function operationId(method: string, path: string): string {
  const words = path.split('/').filter(Boolean);
  const name = words.map((word) => (word.startsWith(':') ? `by-${word.slice(1)}` : word)).join('-');
  return `${method.toLowerCase()}-${name}`;
}

/**
 * Makes startup fail for routes without an access level, and for protected routes without an endpoint, which no guard
 * checks. Runs in `onReady`, after all plugins are registered.
 */
export function requireAccessOnEveryRoute(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const routesWithoutAccess = routes
      .filter((route) => !route.config?.access)
      .map(({ method, url }) => `${method} ${url}`);
    if (routesWithoutAccess.length > 0)
      throw new Error(`Routes that do not state their access: ${routesWithoutAccess.join(', ')}`);
    const unguarded = routes.filter(({ config }) => config?.access?.level !== 'public' && !config?.endpoint);
    if (unguarded.length > 0)
      throw new Error(`Routes without an access guard: ${unguarded.map(({ url }) => url).join(', ')}`);
  });
}

/** Call it before registering the plugin. */
export function allRoutesArePublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: { level: 'public' } };
  });
}
