import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';
import { messages } from '#contract/errors.ts';
import { buildDir } from './building/web-build.ts';
import { Refusal } from './platform/errors.ts';
import { allRoutesArePublic } from './platform/implement.ts';
import type { OwnAnswer, OwnCall, OwnCalls } from './platform/own-calls.ts';
import { requireOwnSite } from './platform/own-site.ts';

/** What the server lends to the pages it renders; `web/entry.server.tsx` takes it. */
export interface PageTools {
  /** Answers a call that is for everybody without a request; `undefined` for what `fetchApi` has to be asked. */
  answerCall(call: OwnCall): Promise<OwnAnswer | undefined>;
  /** Answers as the API would over a socket, in the same process; what it is asked comes from nobody in particular. */
  fetchApi(request: Request): Promise<Response>;
  /** The same for whoever asks for the page: with their cookies, and with those that the answer sets. */
  fetchAsVisitor(request: Request): Promise<Response>;
  /** The address readers use, without a slash at the end. */
  readonly origin: string;
  /** Other sites that pages may call: a hosted user pool’s. */
  readonly connectOrigins: readonly string[];
  /** Other sites that the console sends uploads to: the storage’s. */
  readonly uploadOrigins: readonly string[];
  /** Addresses below which scripts and frames of reCAPTCHA are, where it is configured. */
  readonly captchaSources: readonly string[];
  /** Addresses that the console's editor comes from, if it is another one than our own. */
  readonly editorSources: readonly string[];
  reportError(error: unknown): void;
}

/** The part of the built web app that the host knows. */
export type WebBuild = ServerBuild & {
  entry: { module: { provideTools(context: RouterContextProvider, tools: PageTools): void } };
};

export interface WebApp {
  readonly build: WebBuild | (() => Promise<WebBuild>);
  readonly mode: 'production' | 'development';
  /** Where the browser's files are; in development Vite serves them itself. */
  readonly clientDir: string | undefined;
  readonly publicUrl: string | undefined;
  /** Other sites that pages may call. */
  readonly connectOrigins: readonly string[];
  /** Other sites that the console sends uploads to. */
  readonly uploadOrigins: readonly string[];
  /** Addresses below which scripts and frames of reCAPTCHA are, where it is configured. */
  readonly captchaSources: readonly string[];
  /** Addresses that the console's editor comes from, if it is another one than our own. */
  readonly editorSources: readonly string[];
  /** Tells the calls that pages make while they are rendered from those of the outside. */
  readonly isOwnRequest: (request: FastifyRequest) => boolean;
  readonly ownRequestHeaders: Readonly<Record<string, string>>;
}

const OWN_REQUEST = 'x-kawaraban-page';

/** Says of an own call that whoever it is for has come by TLS; of nobody else's is it believed. */
const CAME_BY_TLS = 'x-kawaraban-tls';

/** Takes a call for a visitor as one that has come as safely as the visitor, who may be behind a proxy. */
export function takeCallsForVisitors(app: FastifyInstance, { isOwnRequest }: WebApp): void {
  app.addHook('onRequest', async (request) => {
    if (request.headers[CAME_BY_TLS] && isOwnRequest(request)) Object.assign(request.raw.socket, { encrypted: true });
  });
}

/** Makes a web app of a build. A secret of this process marks its own calls. */
export function webApp(
  parts: Pick<WebApp, 'build' | 'mode' | 'clientDir' | 'publicUrl'> &
    Partial<Pick<WebApp, 'connectOrigins' | 'uploadOrigins' | 'captchaSources' | 'editorSources'>>,
): WebApp {
  const secret = randomUUID();
  return {
    connectOrigins: [],
    uploadOrigins: [],
    captchaSources: [],
    editorSources: [],
    ...parts,
    ownRequestHeaders: { [OWN_REQUEST]: secret },
    isOwnRequest: ({ headers }) => headers[OWN_REQUEST] === secret,
  };
}

/** The web app of the server’s build, or the one that is built by itself. */
export async function loadWebBuild(href = pathToFileURL(join(buildDir, 'server', 'index.js')).href): Promise<WebBuild> {
  return await import(href);
}

const YEAR_SECONDS = 31_536_000;

/** Files of the browser, and every other address as a page. */
export async function webRoutes(app: FastifyInstance, web: WebApp, ownCalls: OwnCalls): Promise<void> {
  const { clientDir } = web;
  if (clientDir !== undefined) {
    await app.register(async (files) => {
      allRoutesArePublic(files);
      await files.register(fastifyStatic, {
        root: clientDir,
        // Hundreds of routes, one for each file, would take long to make.
        serve: false,
        index: false,
        cacheControl: false,
        preCompressed: true,
        setHeaders: (reply, path) => {
          // Names under assets/ hold a hash of their content.
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

async function pageRoutes(pages: FastifyInstance, web: WebApp, ownCalls: OwnCalls): Promise<void> {
  const handle = createRequestHandler(web.build, web.mode);
  if (web.clientDir === undefined) {
    pages.get('/assets/*', { config: { access: { level: 'public' } }, schema: { hide: true } }, async () => {
      throw new Refusal(404, { message: 'Not Found' });
    });
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const page = toWebRequest(request, web);
    const context = new RouterContextProvider();
    const build = typeof web.build === 'function' ? await web.build() : web.build;
    build.entry.module.provideTools(context, {
      answerCall: (call) => ownCalls.answer(call, request),
      fetchApi: (call) => fetchInProcess(pages, call, request, web),
      fetchAsVisitor: (call) => fetchInProcess(pages, call, request, { ...web, isForVisitor: true }),
      origin: new URL(page.url).origin,
      connectOrigins: web.connectOrigins,
      uploadOrigins: web.uploadOrigins,
      captchaSources: web.captchaSources,
      editorSources: web.editorSources,
      reportError: (error) => request.log.error({ err: error }, 'page failed'),
    });
    const response = await handle(page, context);
    // What a page answers to a form is for whoever has sent it.
    if (request.method === 'POST') response.headers.set('cache-control', 'private, no-store');
    return sendWebResponse(reply, response);
  };
  pages.get('/*', { config: { access: { level: 'public' } }, schema: { hide: true } }, answer);
  takeForms(pages);
  pages.post(
    '/*',
    { config: { access: { level: 'public' } }, schema: { hide: true }, bodyLimit: FORM_LIMIT },
    async (request, reply) => {
      const siteOrigin = `${request.protocol}://${request.host}`;
      requireOwnSite({ pageOrigin: request.headers.origin, siteOrigin }, web.publicUrl);
      // What brings neither a form nor a type reaches no parser that would refuse it.
      if (!Buffer.isBuffer(request.body)) throw new Refusal(415, { message: messages.unsupportedMediaType });
      return answer(request, reply);
    },
  );
}

/** Longest form that a page takes, in bytes. */
const FORM_LIMIT = 64 * 1024;
const FORM_TYPE = 'application/x-www-form-urlencoded';

/** Forms reach their page as they were sent. */
function takeForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(FORM_TYPE, { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

/** The same address as the reader's, as far as it can be known. */
function toWebRequest(request: FastifyRequest, { publicUrl }: WebApp): Request {
  const origin = publicUrl ?? `${request.protocol}://${request.host}`;
  const url = `${origin}${request.url}`;
  // A host with a name and a password before it is none, and no request can be made of it.
  if (!URL.canParse(url) || new URL(url).username !== '' || request.host.includes('@')) {
    throw new Refusal(400, { message: 'Bad Request' });
  }
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    for (const each of [value].flat()) if (each !== undefined) headers.append(name, each);
  }
  const signal = AbortSignal.timeout(RENDER_TIMEOUT_MS);
  const { method, body } = request;
  if (!Buffer.isBuffer(body)) return new Request(url, { method, headers, signal });
  headers.set('content-type', FORM_TYPE);
  // It has been found to be our own, by a rule that knows of proxies; the router would compare the schemes, too.
  if (headers.has('origin')) headers.set('origin', new URL(url).origin);
  return new Request(url, { method, headers, signal, body: new Uint8Array(body) });
}

const RENDER_TIMEOUT_MS = 20_000;

/** In seconds, as of the calls that a page is made of. */
const RETRY_SOON = '1';

async function sendWebResponse(reply: FastifyReply, response: Response): Promise<FastifyReply> {
  reply.code(response.status);
  if (response.status === 503) reply.header('retry-after', RETRY_SOON);
  for (const [name, value] of response.headers) {
    // Each cookie is a header of its own.
    if (name !== 'set-cookie') reply.header(name, value);
  }
  for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return reply.send(response.body === null ? '' : Buffer.from(await response.arrayBuffer()));
}

/** Passes a page's call to the API, with the reader's own language and address. */
async function fetchInProcess(
  app: FastifyInstance,
  call: Request,
  { headers, ip, id, host, protocol }: FastifyRequest,
  { ownRequestHeaders, isForVisitor = false }: WebApp & { readonly isForVisitor?: boolean },
): Promise<Response> {
  const { pathname, search } = new URL(call.url);
  const payload = call.body && Buffer.from(await call.arrayBuffer());
  const ask = (url: string) =>
    app.inject({
      method: call.method as 'GET',
      url,
      remoteAddress: ip,
      headers: {
        ...Object.fromEntries(call.headers),
        ...ownRequestHeaders,
        'x-request-id': id,
        ...copied(headers, isForVisitor ? VISITORS_HEADERS : READERS_HEADERS),
        ...(isForVisitor && {
          host,
          ...(protocol === 'https' && { [CAME_BY_TLS]: '1' }),
          ...withCookies(headers, call),
        }),
      },
      ...(payload && { payload }),
    });
  const first = await ask(`${pathname}${search}`);
  // What has moved is followed, as it would be over a socket; no address leads on more than once.
  const answer = first.statusCode === 301 ? await ask(String(first.headers.location)) : first;
  const answered = new Headers({ 'content-type': String(answer.headers['content-type'] ?? 'application/json') });
  if (isForVisitor)
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) answered.append('set-cookie', cookie);
  return new Response(answer.rawPayload as BodyInit, { status: answer.statusCode, headers: answered });
}

/** The cookies that the page has been given meanwhile, and after them the visitor's own: the first of a name counts. */
function withCookies({ cookie = '' }: FastifyRequest['headers'], call: Request): { cookie?: string } {
  const cookies = [call.headers.get('cookie') ?? '', cookie].filter((each) => each !== '').join('; ');
  return cookies === '' ? {} : { cookie: cookies };
}

/** What every answer may depend on, and what one to the visitor alone may, too. */
const READERS_HEADERS = ['accept-language'] as const;
const VISITORS_HEADERS = ['accept-language', 'cookie', 'origin', 'user-agent'] as const;

function copied(headers: FastifyRequest['headers'], names: readonly (typeof VISITORS_HEADERS)[number][]) {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, headers[name]]] : [])));
}
