import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import type { PageSources, PageTools } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { buildDir } from './building/web-build.ts';
import { badRequest, HttpError, notFound } from './http/errors.ts';
import { allRoutesArePublic } from './http/implement.ts';
import { requestInProcess } from './http/in-process-request.ts';
import type { InternalCalls } from './http/internal-calls.ts';
import { requireOwnSite } from './http/origins.ts';

const NO_SOURCES: PageSources = { connectOrigins: [], uploadOrigins: [], captchaSources: [], editorSources: [] };

export type WebBuild = ServerBuild & {
  entry: { module: { provideTools(context: RouterContextProvider, tools: PageTools): void } };
};

export interface WebApp {
  readonly build: WebBuild | (() => Promise<WebBuild>);
  readonly mode: 'production' | 'development';
  /** Folder of client assets; undefined in development, where Vite serves them. */
  readonly clientDir: string | undefined;
  readonly publicUrl: string | undefined;
  readonly sources: PageSources;
  readonly isOwnRequest: (request: Pick<FastifyRequest, 'headers'>) => boolean;
  readonly ownRequestHeaders: Readonly<Record<string, string>>;
}

const OWN_REQUEST = 'x-kawaraban-page';

/** Marks internal calls for visitors who came by TLS. Ignored in external requests. */
const TLS_HEADER = 'x-kawaraban-tls';

/** Lets internal calls inherit the TLS state of the visitor, who may be behind a proxy. */
export function inheritTlsOfVisitor(app: FastifyInstance, { isOwnRequest }: WebApp): void {
  app.addHook('onRequest', async (request) => {
    if (request.headers[TLS_HEADER] && isOwnRequest(request)) Object.assign(request.raw.socket, { encrypted: true });
  });
}

/** A random secret per process authenticates the internal calls. */
export function webApp(
  parts: Pick<WebApp, 'build' | 'mode' | 'clientDir' | 'publicUrl'> & Partial<Pick<WebApp, 'sources'>>,
): WebApp {
  const secret = randomBytes(16).toString('base64url');
  return {
    sources: NO_SOURCES,
    ...parts,
    ownRequestHeaders: { [OWN_REQUEST]: secret },
    isOwnRequest: ({ headers }) => headers[OWN_REQUEST] === secret,
  };
}

export async function loadWebBuild(href = pathToFileURL(join(buildDir, 'server', 'index.js')).href): Promise<WebBuild> {
  return await import(href);
}

const YEAR_SECONDS = 31_536_000;

export async function webRoutes(app: FastifyInstance, web: WebApp, ownCalls: InternalCalls): Promise<void> {
  const { clientDir } = web;
  if (clientDir !== undefined) {
    await app.register(async (files) => {
      allRoutesArePublic(files);
      await files.register(fastifyStatic, {
        root: clientDir,
        // Avoids a route per file, of which there are hundreds.
        serve: false,
        index: false,
        cacheControl: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          // Names below assets/ contain a content hash.
          const isPinned = path.startsWith(join(clientDir, 'assets'));
          reply.header('cache-control', `public, max-age=${isPinned ? `${YEAR_SECONDS}, immutable` : '3600'}`);
        },
      });
      files.get('/assets/*', { schema: { hide: true } }, ({ params }, reply) =>
        reply.sendFile(`assets/${(params as { '*': string })['*']}`),
      );
      for (const entry of await readdir(clientDir, { withFileTypes: true })) {
        if (entry.isFile())
          files.get(`/${entry.name}`, { schema: { hide: true } }, (_, reply) => reply.sendFile(entry.name));
      }
    });
  }
  await app.register(async (pages) => pageRoutes(pages, web, ownCalls));
}

async function pageRoutes(pages: FastifyInstance, web: WebApp, ownCalls: InternalCalls): Promise<void> {
  const handle = createRequestHandler(web.build, web.mode);
  if (web.clientDir === undefined) {
    pages.get('/assets/*', { config: { access: { level: 'public' } }, schema: { hide: true } }, async () => {
      throw notFound('Not Found');
    });
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = toWebRequest(request, web);
    const context = new RouterContextProvider();
    const build = typeof web.build === 'function' ? await web.build() : web.build;
    build.entry.module.provideTools(context, {
      answerCall: (call) => ownCalls.answer(call, request),
      fetchApi: (call) => fetchInProcess(pages, call, request, web),
      fetchAsReader: (call) => fetchInProcess(pages, call, request, { ...web, isForVisitor: true }),
      origin: new URL(page.url).origin,
      ...web.sources,
      reportError: (error) => request.log.error({ err: error }, 'page failed'),
    });
    const response = await handle(page, context);
    // Responses to forms are private.
    if (request.method === 'POST') response.headers.set('cache-control', 'private, no-store');
    return sendWebResponse(reply, response);
  };
  pages.get('/*', { config: { access: { level: 'public' } }, schema: { hide: true } }, answer);
  acceptForms(pages);
  pages.post(
    '/*',
    { config: { access: { level: 'public' } }, schema: { hide: true }, bodyLimit: FORM_LIMIT },
    async (request, reply) => {
      const siteOrigin = `${request.protocol}://${request.host}`;
      requireOwnSite({ pageOrigin: request.headers.origin, siteOrigin }, web.publicUrl);
      // Without body and content type no parser runs that would reject the request.
      if (!Buffer.isBuffer(request.body)) throw new HttpError(415, { message: messages.unsupportedMediaType });
      return answer(request, reply);
    },
  );
}

const FORM_LIMIT = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

function acceptForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function toWebRequest(request: FastifyRequest, { publicUrl }: WebApp): Request {
  const origin = publicUrl ?? `${request.protocol}://${request.host}`;
  const url = `${origin}${request.url}`;
  // `Request` rejects URLs with credentials.
  if (!URL.canParse(url) || new URL(url).username !== '' || request.host.includes('@')) {
    throw badRequest('Bad Request');
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  }
  const signal = AbortSignal.timeout(RENDER_TIMEOUT_MS);
  const { method, body } = request;
  if (!Buffer.isBuffer(body)) return new Request(url, { method, headers, signal });
  headers.set('content-type', FORM_TYPE);
  // Already verified by `requireOwnSite`, which knows proxies. React Router would compare the schemes as well.
  if (headers.has('origin')) headers.set('origin', new URL(url).origin);
  return new Request(url, { method, headers, signal, body: new Uint8Array(body) });
}

const RENDER_TIMEOUT_MS = 20_000;

/** Seconds. */
const RETRY_SOON = '1';

async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  if (response.status === 503) reply.header('retry-after', RETRY_SOON);
  for (const [name, value] of response.headers) {
    // Cookies need separate headers.
    if (name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return reply.send(response.body === null ? '' : Buffer.from(await response.arrayBuffer()));
}

async function fetchInProcess(
  app: FastifyInstance,
  call: Request,
  { headers, ip, id, host, protocol }: FastifyRequest,
  { ownRequestHeaders, isForVisitor = false }: WebApp & { readonly isForVisitor?: boolean },
): Promise<Response> {
  const { pathname, search } = new URL(call.url);
  const payload = call.body && Buffer.from(await call.arrayBuffer());
  const send = (url: string) =>
    requestInProcess(app, {
      method: call.method,
      url,
      remoteAddress: ip,
      headers: {
        ...Object.fromEntries(call.headers),
        ...ownRequestHeaders,
        'x-request-id': id,
        ...copied(headers, isForVisitor ? VISITORS_HEADERS : READERS_HEADERS),
        ...(isForVisitor && {
          host,
          ...(protocol === 'https' && { [TLS_HEADER]: '1' }),
          ...withCookies(headers, call),
        }),
      },
      body: payload ?? undefined,
    });
  const first = await send(`${pathname}${search}`);
  // Follows one redirect, as fetch would; redirects are never chained.
  const answer = first.status === 301 ? await send(String(first.headers.location)) : first;
  const answered = new Headers({ 'content-type': String(answer.headers['content-type'] ?? 'application/json') });
  if (isForVisitor)
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) answered.append('set-cookie', cookie);
  return new Response(answer.body as BodyInit, { status: answer.status, headers: answered });
}

/** The first cookie of a name wins. */
function withCookies({ cookie = '' }: FastifyRequest['headers'], call: Request): { cookie?: string } {
  const cookies = [call.headers.get('cookie') ?? '', cookie].filter((each) => each !== '').join('; ');
  return cookies === '' ? {} : { cookie: cookies };
}

/** Request headers passed on: those that public responses may depend on, and those for private ones. */
const READERS_HEADERS = ['accept-language'] as const;
const VISITORS_HEADERS = ['accept-language', 'cookie', 'origin', 'user-agent'] as const;

function copied(headers: FastifyRequest['headers'], names: readonly (typeof VISITORS_HEADERS)[number][]) {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
}
