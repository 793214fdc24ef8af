import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { endpoints } from '#contract/api.ts';
import type { Endpoint, ParsedRequest, ResponseOf } from '#contract/endpoint.ts';
import { ErrorResponse } from '#contract/errors.ts';
import type { Actor } from './actor.ts';
import { type Browser, browserOf } from './browser.ts';
import { type Caller, callerOf } from './caller.ts';
import type { Guard } from './guard.ts';
import type { OwnCalls } from './own-calls.ts';
import { acceptQuery } from './query-names.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route. A route without it stops the start. */
    access?: Endpoint['access'];
    endpoint?: Endpoint;
  }
  interface FastifyRequest {
    /** Who asks, on calls that are not for everybody; the guard of access sets it. */
    actor?: Actor;
  }
}

/** What a handler gets: the request, and on calls that are not for everybody whoever makes it. */
type Handled<E extends Endpoint> = ParsedRequest<E> & {
  readonly actor: E['access'] extends { knowsActor: true }
    ? Actor | undefined
    : E['access'] extends { level: 'public' }
      ? undefined
      : Actor;
  readonly caller: Caller;
  readonly browser: Browser;
};

/** An answer with 201 in place of 200. */
class Created<Body> {
  readonly body: Body;

  constructor(body: Body) {
    this.body = body;
  }
}

/** What a handler returns where the call made something. The endpoint declares it: `alsoAnswers: [201]`. */
export function created<Body>(body: Body): Created<Body> {
  return new Created(body);
}

/** Where features hang their endpoints. */
export interface Api {
  /** Implements an endpoint of the contract. The handler gets the parsed request and answers with the declared response. */
  implement<E extends Endpoint>(
    endpoint: E,
    handler: (request: Handled<E>) => Promise<ResponseOf<E> | Created<ResponseOf<E>>>,
  ): void;
}

/**
 * Turns endpoints into Fastify routes of this scope.
 * Guards run in their order and before the body is read, so that who may not ask learns nothing about what was asked.
 * `ownCalls` are offered them, too.
 */
export function apiOf(scope: FastifyInstance, guards: readonly Guard[], ownCalls?: OwnCalls): Api {
  scope.decorateRequest('actor');
  takeEmptyJson(scope);
  return {
    implement: (endpoint, handler) => {
      const { method, path, access, params, query, body, bodyLimit, summary, tag } = endpoint;
      let names: readonly string[] | undefined;
      // The first question makes ready what all schemas of all calls would keep a start waiting for.
      const optionalNames = () => {
        names ??= optionalNamesOf(query);
        return names;
      };
      ownCalls?.offer({ endpoint, optionalNames, guards, handler });
      scope.route({
        method,
        url: path,
        // Where the contract says itself what HEAD does, it does not follow GET.
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
        // Before the body is read: who may not ask learns nothing about it, and sends nothing for long.
        onRequest: async (request, reply) => {
          if (access.level !== 'public' || isSigned(request) || hasToken(request))
            reply.header('cache-control', 'no-store');
          for (const guard of guards) await guard(endpoint, request);
        },
        preValidation: async (request) => {
          acceptQuery(request.query as object, optionalNames());
          // Where nothing has to be said, nothing need be sent; where something has, its lack is told by its name.
          if (body) request.body ??= {};
        },
        handler: async (request, reply) => {
          const { params, query, body, actor } = request;
          const whence = { caller: callerOf(request), browser: browserOf(request, reply) };
          const answer = await handler({ params, query, body, actor, ...whence } as Handled<typeof endpoint>);
          if (!(answer instanceof Created)) return answer;
          if (!endpoint.alsoAnswers?.includes(201)) throw new Error(`${method} ${path} does not declare 201`);
          reply.code(201);
          return answer.body;
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

/** How the API's description calls the token that guarded calls take. */
export const BEARER = 'bearer';

function requirement({ level, scope }: Exclude<Endpoint['access'], { level: 'public' }>): string {
  return `For role ${level} and above${scope === 'service' ? ', among whose services this one is' : ''}.`;
}

/** Whoever brings a key may be refused what others are given; no cache on the way is to mix the two up. */
function isSigned({ headers }: FastifyRequest): boolean {
  return headers.authorization !== undefined;
}

/** A preview is for whoever holds its token, and for no cache on the way. */
function hasToken({ query }: FastifyRequest): boolean {
  return 'token' in (query as object);
}

/** A body of no length that calls itself JSON is none; clients that always say the type send it. */
function takeEmptyJson(scope: FastifyInstance): void {
  const parse = scope.getDefaultJsonParser('error', 'error');
  scope.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) =>
    text === '' ? done(null, undefined) : parse(request, text, done),
  );
}

function optionalNamesOf(query: Endpoint['query']): string[] {
  const fields = Object.entries(query?.shape ?? {});
  return fields.flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [name] : []));
}

function operationId(method: string, path: string): string {
  const words = path.split('/').filter(Boolean);
  const name = words.map((word) => (word.startsWith(':') ? `by-${word.slice(1)}` : word)).join('-');
  return `${method.toLowerCase()}-${name}`;
}

/**
 * Stops the start when a route does not say who may use it, or says that not everybody may without being made of an
 * endpoint, since only those are guarded. Asked once all plugins have registered theirs.
 */
export function requireAccessOnEveryRoute(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const silent = routes.filter((route) => !route.config?.access).map(({ method, url }) => `${method} ${url}`);
    if (silent.length > 0) throw new Error(`Routes that do not state their access: ${silent.join(', ')}`);
    const unguarded = routes.filter(({ config }) => config?.access?.level !== 'public' && !config?.endpoint);
    if (unguarded.length > 0)
      throw new Error(`Routes that nothing guards: ${unguarded.map(({ url }) => url).join(', ')}`);
  });
}

/** States access for the routes of a plugin that cannot state it themselves. Call it before registering the plugin. */
export function allRoutesArePublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: { level: 'public' } };
  });
}
