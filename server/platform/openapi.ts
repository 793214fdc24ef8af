import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { allRoutesArePublic, BEARER } from './implement.ts';

/** Describes every endpoint that is registered in this scope afterwards. */
export async function describeApi(scope: FastifyInstance, { version }: { version: string }): Promise<void> {
  // Of the schemas that routes have, and no others: the web app brings a second copy of the contract, and both copies
  // write their names into the one registry that a process has.
  const schemaRegistry = z.registry<{ id?: string | undefined }>();
  const transformSchema = createJsonSchemaTransform({ schemaRegistry });
  const declared: unknown[] = [];
  // Only once the description is asked for: all the schemas of all routes take a while.
  const register = () => {
    for (const schema of schemasIn(declared.splice(0))) {
      const described = z.globalRegistry.get(schema);
      if (described && !schemaRegistry.has(schema)) schemaRegistry.add(schema, described);
    }
  };
  scope.addHook('onRoute', (route) => {
    declared.push(route.schema);
    // The description leaves HEAD out; here it is only left out where it follows GET.
    if (route.config?.endpoint?.method === 'HEAD') {
      route.config = { ...route.config, swagger: { exposeHeadRoute: true } };
    }
  });
  await scope.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Kawaraban API',
        version,
        description:
          'What the public site reads, for any other site to read, and what the console does, for whoever may. ' +
          'Calls of the console take a token of the user pool that /api/config names.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      components: { securitySchemes: { [BEARER]: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: ({ route, ...given }) => {
      register();
      const { schema, url } = transformSchema({ route, ...given });
      return { schema: route.method === 'HEAD' ? schema : sayingNull(schema), url };
    },
    transformObject: createJsonSchemaTransformObject({ schemaRegistry }),
  });
}

/** Every schema in what routes declare, and in those in their turn. */
function schemasIn(declared: readonly unknown[]): z.ZodType[] {
  const parts = new Set(declared);
  // A set goes on to what is added to it meanwhile, and to everything once.
  for (const part of parts) for (const inner of partsOf(part)) parts.add(inner);
  return [...parts].filter((part) => part instanceof z.ZodType);
}

function partsOf(value: unknown): unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value instanceof z.ZodType ? value.def : value);
}

/** An answer of `null` is a body, too; the description would leave out that there is one. */
function sayingNull(schema: FastifySchema): FastifySchema {
  const { response = {} } = schema as { response?: Record<string, { type?: string }> };
  const said = Object.entries(response).map(([status, shape]) => [
    status,
    shape.type === 'null' ? { content: { 'application/json': { schema: shape } } } : shape,
  ]);
  return { ...schema, response: Object.fromEntries(said) };
}

/** The description as a document, and as a page for people. */
export async function apiDocumentRoutes(scope: FastifyInstance): Promise<void> {
  scope.get('/openapi.json', { config: { access: { level: 'public' } }, schema: { hide: true } }, async () =>
    scope.swagger(),
  );
  await scope.register(async (docs) => {
    allRoutesArePublic(docs);
    docs.addHook('onSend', async (_request, reply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    });
    await docs.register(swaggerUi, {
      routePrefix: '/docs',
      uiConfig: { deepLinking: true, tryItOutEnabled: true },
      theme: { title: 'Kawaraban API' },
    });
  });
}

/** The page is a plugin's: all its parts are files of ours, but for the styles that it writes itself. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
