import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { publicAccess } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import type { ApiDescription, DescribedApi } from './api-description.ts';
import { notFound } from './errors.ts';
import { requestInProcess } from './in-process-request.ts';

/**
 * Serves the OpenAPI document and a documentation page for endpoints registered in this scope afterwards. Both are
 * created on demand, since this takes longer than the rest of the startup.
 */
export function describeApi(
  scope: FastifyInstance,
  { version, authHeader }: Pick<DescribedApi, 'version' | 'authHeader'>,
): void {
  const routes: RouteOptions[] = [];
  let description: Promise<ApiDescription> | undefined;
  const describe = () => {
    description ??= makeDescription({ version, authHeader, routes, pagePath: `${scope.prefix}/docs` }).catch(
      (error) => {
        description = undefined;
        throw error;
      },
    );
    return description;
  };
  scope.get('/openapi.json', { config: { access: publicAccess }, schema: { hide: true } }, async () =>
    (await describe()).document(),
  );
  const options = {
    config: { access: publicAccess },
    schema: { hide: true },
    onSend: async (_request: FastifyRequest, reply: FastifyReply) => {
      reply.header('content-security-policy', DOCS_POLICY);
    },
  };
  for (const url of ['/docs', '/docs/*']) {
    scope.get(url, options, async (request, reply) => answerWith((await describe()).page, request, reply));
  }
  scope.addHook('onRoute', (route) => {
    // Otherwise the plugin would omit HEAD endpoints.
    if (route.config?.endpoint?.method === 'HEAD') {
      route.config = { ...route.config, swagger: { exposeHeadRoute: true } };
    }
    if (!route.schema?.hide) routes.push({ ...route });
  });
  scope.addHook('onClose', async () => {
    await (await description?.catch(() => undefined))?.page.close();
  });
}

async function makeDescription(described: DescribedApi) {
  const { makeApiDescription } = await import('./api-description.ts');
  return makeApiDescription(described);
}

const ASKED = ['accept', 'if-modified-since', 'if-none-match', 'if-range', 'range'];
const ANSWERED = [
  'accept-ranges',
  'cache-control',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'location',
];

async function answerWith(
  page: FastifyInstance,
  { url, headers }: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const forwarded = Object.fromEntries(ASKED.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
  const answer = await requestInProcess(page, { url, headers: forwarded });
  if (answer.status === 404) throw notFound(messages.notFound);
  for (const name of ANSWERED) if (answer.headers[name] !== undefined) reply.header(name, answer.headers[name]);
  return reply.code(answer.status).send(answer.body);
}

/** The plugin's page writes inline styles. */
const DOCS_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
  "font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
