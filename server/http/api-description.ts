import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyInstance, type FastifySchema, type RouteOptions } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { AuthHeader } from '#contract/site-config.ts';
import { BEARER } from './implement.ts';

export interface ApiDescription {
  document(): ReturnType<FastifyInstance['swagger']>;
  readonly page: FastifyInstance;
}

export interface DescribedApi {
  readonly version: string;
  readonly authHeader: AuthHeader;
  readonly routes: readonly RouteOptions[];
  readonly pagePath: string;
}

export async function makeApiDescription({
  version,
  authHeader,
  routes,
  pagePath,
}: DescribedApi): Promise<ApiDescription> {
  // Registers the routes' own schemas only. The web app may load a second copy of the contract, and both copies
  // register their names in Zod's global registry.
  const schemaRegistry = z.registry<{ id?: string | undefined }>();
  for (const schema of schemasIn(routes.map((route) => route.schema))) {
    const described = z.globalRegistry.get(schema);
    if (described && !schemaRegistry.has(schema)) schemaRegistry.add(schema, described);
  }
  const transformSchema = createJsonSchemaTransform({ schemaRegistry });
  const app = Fastify({ exposeHeadRoutes: false, routerOptions: { ignoreTrailingSlash: true } });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kawaraban API',
        version,
        description:
          'The API of the public site, which other sites can use too, and the API of the console. ' +
          'Console calls require a token from the user pool in the response of /api/config.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { [BEARER]: securityScheme(authHeader) } },
    },
    transform: ({ route, ...rest }) => {
      const { schema, url } = transformSchema({ route, ...rest });
      return { schema: route.method === 'HEAD' ? schema : withNullBodies(schema), url };
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
  for (const { method, url, schema = {}, config = {} } of routes) {
    app.route({ method, url, schema: { ...schema }, config, handler: async () => undefined });
  }
  await app.register(swaggerUi, {
    routePrefix: pagePath,
    uiConfig: { deepLinking: true, tryItOutEnabled: true },
    theme: { title: 'Kawaraban API' },
  });
  await app.ready();
  return { document: () => app.swagger(), page: app };
}

function securityScheme({ adminAuthHeader: name, adminAuthHeaderTokenPrefix: prefix }: AuthHeader) {
  if (name.toLowerCase() === 'authorization' && prefix.toLowerCase() === 'bearer')
    return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } as const;
  const description = prefix === '' ? 'The token.' : `"${prefix}", a space and the token.`;
  return { type: 'apiKey', in: 'header', name, description } as const;
}

function schemasIn(declared: readonly unknown[]): z.ZodType[] {
  const parts = new Set(declared);
  // Iteration of a Set includes elements added meanwhile and visits each once.
  for (const part of parts) for (const inner of partsOf(part)) parts.add(inner);
  return [...parts].filter((part) => part instanceof z.ZodType);
}

function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value instanceof z.ZodType ? value.def : value);
}

/** Declares `null` responses as a JSON body, which the plugin omits. */
function withNullBodies(schema: FastifySchema): FastifySchema {
  const { response = {} } = schema as { response?: Record<string, { type?: string }> };
  const responses = Object.entries(response).map(([status, shape]) => [
    status,
    shape.type === 'null' ? { content: { 'application/json': { schema: shape } } } : shape,
  ]);
  return { ...schema, response: Object.fromEntries(responses) };
}
