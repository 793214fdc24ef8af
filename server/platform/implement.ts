import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { knownQueryNames } from '#contract/api.ts';
import type { Endpoint, ParsedRequest, ResponseOf } from '#contract/endpoint.ts';
import { ErrorResponse, fieldMessages } from '#contract/errors.ts';
import { invalid } from './errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may use the route. A route without it stops the start. */
    access?: Endpoint['access'];
    endpoint?: Endpoint;
  }
}

/** Runs before anything of a request is parsed; throws to refuse it. */
export type Guard = (endpoint: Endpoint, request: FastifyRequest) => Promise<void>;

/** Where features hang their endpoints. */
export interface Api {
  /** Implements an endpoint of the contract. The handler gets the parsed request and answers with the declared response. */
  implement<E extends Endpoint>(endpoint: E, handler: (request: ParsedRequest<E>) => Promise<ResponseOf<E>>): void;
}

/**
 * Turns endpoints into Fastify routes of this scope.
 * Guards run in their order and before validation, so that who may not ask learns nothing about what was asked.
 */
export function apiOf(scope: FastifyInstance, guards: readonly Guard[]): Api {
  return {
    implement: (endpoint, handler) => {
      const { method, path, access, params, query, body, response, summary, tag } = endpoint;
      scope.route({
        method,
        url: path,
        config: { access, endpoint },
        schema: {
          summary,
          tags: [tag],
          operationId: operationId(method, path),
          ...(params && { params }),
          ...(query && { querystring: query }),
          ...(body && { body }),
          response: { 200: response, '4xx': ErrorResponse, '5xx': ErrorResponse },
        },
        preValidation: async (request) => {
          for (const guard of guards) await guard(endpoint, request);
          refuseUnknownQueryNames(request);
        },
        handler: ({ params, query, body }) => handler({ params, query, body } as ParsedRequest<typeof endpoint>),
      });
    },
  };
}

function refuseUnknownQueryNames({ query }: FastifyRequest): void {
  const unknown = Object.keys(query as object).filter((name) => !knownQueryNames.has(name));
  if (unknown.length > 0) throw invalid(Object.fromEntries(unknown.map((name) => [name, fieldMessages.invalid])));
}

function operationId(method: string, path: string): string {
  const words = path.split('/').filter(Boolean);
  const name = words.map((word) => (word.startsWith(':') ? `by-${word.slice(1)}` : word)).join('-');
  return `${method.toLowerCase()}-${name}`;
}

/** Stops the start when a route does not say who may use it; asked once all plugins have registered theirs. */
export function requireAccessOnEveryRoute(app: FastifyInstance): void {
  const routes: RouteOptions[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
  });
  app.addHook('onReady', async () => {
    const silent = routes.filter((route) => !route.config?.access).map(({ method, url }) => `${method} ${url}`);
    if (silent.length > 0) throw new Error(`Routes that do not state their access: ${silent.join(', ')}`);
  });
}

/** States access for the routes of a plugin that cannot state it themselves. Call it before registering the plugin. */
export function allRoutesArePublic(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, access: { level: 'public' } };
  });
}
