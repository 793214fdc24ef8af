import cookie from '@fastify/cookie';
import cors from '@fastify/cors';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { z } from 'zod';
import { publicAccess } from '#contract/endpoint.ts';
import { messages } from '#contract/errors.ts';
import { accessGuard, createGuests, createRateLimits, guestRoutes } from './access/index.ts';
import { accountRoutes, deleteUser, photoRoutes } from './account/index.ts';
import { apiKeyRoutes } from './api-keys/index.ts';
import { type AuditLog, auditRoutes } from './audit/index.ts';
import { adminCategoryRoutes, categoryRoutes } from './categories/index.ts';
import {
  adminCommentRoutes,
  commentFormRoutes,
  commentRoutes,
  commentStartRoutes,
  createModeration,
  voteRoutes,
} from './comments/index.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import { boundedServer } from './http/body-timeout.ts';
import { requestIdOf } from './http/caller.ts';
import { answerError, answerErrorNoting } from './http/error-handler.ts';
import { invalidBySchema, notFound } from './http/errors.ts';
import { healthRoutes } from './http/health.routes.ts';
import { apiOf, requireAccessOnEveryRoute } from './http/implement.ts';
import { InternalCalls } from './http/internal-calls.ts';
import { serializerOf } from './http/json-response.ts';
import type { ListeningServers } from './http/listening-servers.ts';
import { malformedRequestHandler } from './http/malformed-request.ts';
import { describeApi } from './http/openapi.ts';
import { crossOrigin } from './http/origins.ts';
import { dataOnlyHeaders, earlyHeaders, securityHeaders } from './http/security-headers.ts';
import { readTokensFrom } from './http/token-header.ts';
import { type Identity, identityRoutes, poolAccountRoutes } from './identity/index.ts';
import { type MailDelivery, type Mailer, mailRoutes } from './mail/index.ts';
import { fileLibraryRoutes, type MediaTools, mediaRoutes } from './media/index.ts';
import type { ImageProcessor } from './media-images/index.ts';
import { fileUploadRoutes, uploadRoutes } from './media-uploads/index.ts';
import { metricsRoutes, type OtherWorkers } from './metrics/index.ts';
import { overviewRoutes } from './overview/index.ts';
import type { Clock } from './platform/clock.ts';
import { type Log, logRequests } from './platform/log.ts';
import type { Vault } from './platform/vault.ts';
import type { WriteWatch } from './platform/write-watch.ts';
import { adminPostRoutes, bulkPostRoutes, postListRoutes } from './post-editing/index.ts';
import { adminPostGroupRoutes, postGroupRoutes } from './post-groups/index.ts';
import { binRoutes, historyRoutes, workingCopyRoutes } from './post-history/index.ts';
import { adminSearchRoutes, moveTagLinks, postSearchRoutes } from './post-search/index.ts';
import { postRoutes, showPicture } from './posts/index.ts';
import { mediaToolsOf } from './process/open-media.ts';
import {
  ClockWatch,
  markStaticFilesOfCategories,
  markStaticFilesWithPictures,
  publishingRoutes,
} from './publishing/index.ts';
import type { Renderer } from './rendering/index.ts';
import type { ResponseCache } from './response-cache/index.ts';
import {
  adminServiceRoutes,
  findServiceDetail,
  serviceContentRoutes,
  serviceGuard,
  serviceRoutes,
} from './services/index.ts';
import { readerLanguageRoutes, siteConfigRoutes, siteManifestRoutes } from './site.routes.ts';
import type { Storage } from './storage/index.ts';
import { type CardRenderer, cardRoutes, feedRoutes, sitemapRoutes, wellKnownRoutes } from './syndication/index.ts';
import { adminTagRoutes, tagRoutes } from './tags/index.ts';
import { translationRoutes } from './translations/index.ts';
import { adminUserRoutes } from './users/index.ts';
import { inheritTlsOfVisitor, type WebApp, webRoutes } from './web-host.ts';
import { webhookRoutes } from './webhooks/index.ts';

export interface Tools {
  readonly config: Config;
  readonly version: string;
  readonly database: Database;
  readonly storage: Storage;
  readonly writeWatch: WriteWatch;
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
  readonly mailer: Mailer;
  /** Undefined when another process sends the queued mails. */
  readonly mailDelivery?: MailDelivery | undefined;
  readonly audit: AuditLog;
  readonly identity: Identity;
  readonly renderer: Renderer;
  readonly images: ImageProcessor;
  readonly cards: CardRenderer;
  readonly scratchDir: string;
  /** Undefined serves the API only. */
  readonly web?: WebApp | undefined;
  readonly responseCache?: ResponseCache | undefined;
  readonly worker?: string | undefined;
  readonly otherWorkers?: OtherWorkers | undefined;
  readonly servers?: ListeningServers | undefined;
}

const BODY_LIMIT = 1024 * 1024;
/** Paths of programmatic clients; undecodable URLs elsewhere get an error page. */
const BELOW_DATA = /^[/](api|identity|media|uploads|cards)([/?]|$)/;
/** Maximum duration of an upload. Other requests have shorter timeouts. */
const LONGEST_REQUEST_MS = 6 * 60 * 60_000;

/** Prevents Fastify from loading its default compilers, which are not used. */
const compilersFactory = {
  buildValidator: () => validatorOf as never,
  buildSerializer: () => serializerOf as never,
};

function validatorOf({ schema }: { schema: z.ZodType }) {
  return (value: unknown) => {
    const parsed = schema.safeParse(value, { reportInput: true });
    return parsed.success ? { value: parsed.data } : { error: invalidBySchema(parsed.error) };
  };
}

export async function buildApp(tools: Tools): Promise<FastifyInstance> {
  const { config, log, web, responseCache, servers, writeWatch } = tools;
  let isClosing = false;
  const isInternal = (request: Pick<FastifyRequest, 'headers'>) =>
    Boolean(web?.isOwnRequest(request) || responseCache?.isOwnRequest(request));
  const app = Fastify({
    serverFactory: readTokensFrom(config.site, boundedServer(responseCache, servers, config.publicUrl)),
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    requestTimeout: LONGEST_REQUEST_MS,
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: malformedRequestHandler(config.publicUrl),
    genReqId: (raw) => requestIdOf(raw, config.trustProxy !== false || isInternal(raw)),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 },
    schemaController: { compilersFactory },
    frameworkErrors: (error, request, reply) => {
      reply.headers(earlyHeaders(config.publicUrl));
      return web && !BELOW_DATA.test(request.url)
        ? reply.redirect('/error/notfound')
        : answerError(error, request, reply);
    },
  });
  requireAccessOnEveryRoute(app);
  logRequests(app, isInternal);
  if (web) inheritTlsOfVisitor(app, web);
  responseCache?.attach(app);
  app.setErrorHandler(answerErrorNoting(writeWatch));
  app.setNotFoundHandler(() => {
    throw notFound();
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    // Closes keep-alive connections, for which the shutdown would wait.
    if (isClosing) reply.header('connection', 'close');
  });

  await securityHeaders(app, config);
  const clockWatch = new ClockWatch(tools);
  await metricsRoutes(app, { ...tools, token: config.metricsToken, clockWatch, isInternal });
  healthRoutes(app, {
    ...tools,
    isClosing: () => isClosing,
    isClockLate: async () => (await clockWatch.state()).isLate,
  });
  const media = mediaToolsOf(tools);
  const ownCalls = new InternalCalls();
  await app.register((scope) => apiScope(scope, { ...tools, clockWatch, media, ownCalls }), { prefix: '/api' });
  const { embedded } = tools.identity;
  if (embedded) await app.register((scope) => identityRoutes(scope, embedded), { prefix: '/identity' });
  await app.register((scope) => mediaRoutes(scope, media), { prefix: '/media' });
  await app.register((scope) => uploadRoutes(scope, media), { prefix: '/uploads' });
  await app.register((scope) => cardRoutes(scope, tools), { prefix: '/cards' });
  if (web) await app.register((scope) => readerLanguageRoutes(scope, config));
  await app.register((scope) => commentStartRoutes(scope, { ...tools, publicUrl: config.publicUrl }));
  await registerFeedsAndSitemaps(app, tools);
  if (web) await webRoutes(app, web, ownCalls);
  return app;
}

async function registerFeedsAndSitemaps(app: FastifyInstance, { config, ...tools }: Tools): Promise<void> {
  const { publicUrl, mediaUrl, site } = config;
  await feedRoutes(app, { ...tools, ...site, publicUrl, mediaUrl });
  await sitemapRoutes(app, { ...tools, publicUrl, mediaUrl });
  wellKnownRoutes(app, { ...tools, ...site, publicUrl });
  siteManifestRoutes(app, { config });
}

async function apiScope(
  scope: FastifyInstance,
  { media, ownCalls, ...appTools }: Tools & { clockWatch: ClockWatch; media: MediaTools; ownCalls: InternalCalls },
): Promise<void> {
  const { mediaUrl, site } = appTools.config;
  const tools = { ...appTools, content: site.content, autoSlug: site.post.autoSlugSet, mediaUrl };
  dataOnlyHeaders(scope);
  // Makes text bodies unsupported (415) instead of invalid (400).
  scope.removeContentTypeParser('text/plain');
  scope.addHook('onRoute', (route) => {
    // Preflight requests carry no credentials.
    if (route.method === 'OPTIONS') route.config = { ...route.config, access: publicAccess };
  });
  await scope.register(cookie);
  await scope.register(cors, crossOrigin(site.adminAuthHeader));
  scope.setNotFoundHandler(() => {
    throw notFound(messages.notFound);
  });
  // Takes precedence over the page routes, which match every path.
  for (const url of ['/', '/*']) {
    scope.get(url, { config: { access: publicAccess }, schema: { hide: true } }, async () => {
      throw notFound(messages.notFound);
    });
  }
  describeApi(scope, { ...tools, authHeader: site });
  await scope.register(async (endpoints) => {
    const { identity } = tools;
    const { verifyToken, accounts, embedded: userPool } = identity;
    const rateLimits = createRateLimits(tools);
    const access = accessGuard({ ...tools, rateLimits, verifyToken });
    const api = apiOf(endpoints, [access, serviceGuard(tools)], ownCalls);
    siteConfigRoutes(api, tools);
    serviceRoutes(api, { ...tools, ...tools.config.site });
    postSearchRoutes(api, tools);
    postRoutes(api, tools);
    postGroupRoutes(api, tools);
    categoryRoutes(api, { ...tools, showPicture });
    tagRoutes(api, tools);
    accountRoutes(api, { ...tools, accounts, userPool });
    poolAccountRoutes(api, { userPool });
    photoRoutes(endpoints, tools);
    adminUserRoutes(api, { ...tools, accounts, deleteUser });
    adminServiceRoutes(api, { ...tools, onImageSizesChanged: markStaticFilesWithPictures });
    serviceContentRoutes(api, tools);
    adminCategoryRoutes(api, { ...tools, findServiceDetail, onCategoriesMoved: markStaticFilesOfCategories });
    adminTagRoutes(api, { ...tools, moveTagLinks });
    adminPostRoutes(api, tools);
    postListRoutes(api, tools);
    adminSearchRoutes(api, tools);
    adminPostGroupRoutes(api, tools);
    publishingRoutes(api, { ...tools, app: endpoints, rateLimits });
    bulkPostRoutes(api, tools);
    historyRoutes(api, tools);
    workingCopyRoutes(api, tools);
    binRoutes(api, tools);
    translationRoutes(api, tools);
    overviewRoutes(api, tools);
    fileUploadRoutes(api, media);
    fileLibraryRoutes(api, media);
    apiKeyRoutes(api, tools);
    auditRoutes(api, tools);
    mailRoutes(api, tools);
    webhookRoutes(api, tools);
    const guests = createGuests({ ...tools, rateLimits, publicUrl: tools.config.publicUrl });
    guestRoutes(api, guests);
    const moderation = createModeration({ ...tools, rateLimits });
    commentRoutes(api, { ...tools, ...tools.config.site, guests, moderation });
    adminCommentRoutes(api, tools);
    commentFormRoutes(api, { ...tools, ...tools.config.site, guests, moderation });
    voteRoutes(api, { ...tools, ...tools.config.site, guests, rateLimits });
  });
}
