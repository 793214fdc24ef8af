import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { startRateLimitPruning } from './access/index.ts';
import { buildApp } from './app.ts';
import { createAuditLog, startAuditPruning } from './audit/index.ts';
import { buildServer } from './building/server-build.ts';
import { buildDir, buildWeb, isWebBuildFresh, productRoot } from './building/web-build.ts';
import { startCommentNotices, startCommentSweep } from './comments/index.ts';
import { atMost } from './concurrency/at-most.ts';
import { hostedOrigins } from './config/cognito.ts';
import { editorSources } from './config/editor.ts';
import { recaptchaSources } from './config/recaptcha.ts';
import { withLocalReceivers } from './config/webhooks.ts';
import type { Config } from './config.ts';
import type { Database } from './database/connect.ts';
import { ListeningServers } from './http/listening-servers.ts';
import { OutputLimits } from './http/output-limits.ts';
import { startPoolPruning } from './identity/index.ts';
import { createImageMaker, startMediaCleaning, startUploadWatch } from './media/index.ts';
import type { OtherWorkers } from './metrics/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createLog, type Log } from './platform/log.ts';
import { createVault } from './platform/vault.ts';
import { rerenderPosts } from './post-editing/index.ts';
import { startPostPruning } from './post-history/index.ts';
import { startSearchIndexing } from './post-search/index.ts';
import { bootstrapAdmin, warnOfPlainHttp } from './process/bootstrap-admin.ts';
import { warnOfMissingFrontPage } from './process/front-page-notice.ts';
import { installationSecret } from './process/installation-secret.ts';
import { ensureWritable, openDatabase } from './process/open-database.ts';
import { openIdentity } from './process/open-identity.ts';
import { openMail } from './process/open-mail.ts';
import { mediaToolsOf } from './process/open-media.ts';
import { openScratch } from './process/open-scratch.ts';
import { openMediaStorage, uploadOriginsOf } from './process/open-storage.ts';
import { openWriteWatch } from './process/open-write-watch.ts';
import { StartError } from './process/start-error.ts';
import { startSchedule, startStaticFiles } from './publishing/index.ts';
import { createRenderPool, type Renderer } from './rendering/index.ts';
import { ResponseCache, startCdnPurge } from './response-cache/index.ts';
import { createStarterContent } from './starter-content/index.ts';
import type { Storage } from './storage/index.ts';
import { createCardMaker, startCardCleaning } from './syndication/index.ts';
import { loadWebBuild, type WebApp, webApp } from './web-host.ts';
import { startEventDelivery } from './webhooks/index.ts';

/** Grace period of image jobs at shutdown, in milliseconds. */
const TIMEOUT_MS = 3000;
const STOP_MS = 5000;
/** Time in which keep-alive clients, such as proxies, get a response with `Connection: close`. */
const FAREWELL_MS = 500;

const NOTIFICATIONS_LOST =
  'the database passes no notices on: what other processes write is seen within a second; DATABASE_LISTEN=off says so from the start';

export interface StartOptions {
  readonly config: Config;
  readonly isEmpty: boolean;
  readonly isDevelopment: boolean;
  /** Enables the response cache; by default off in development. */
  readonly isDelivering?: boolean;
  /** URL of the web app in the bundle. Undefined builds the web app from its sources when needed. */
  readonly webBuild?: string | undefined;
  readonly say: (line: string) => void;
  readonly clock?: Clock;
  readonly worker?: string | undefined;
  readonly otherWorkers?: OtherWorkers | undefined;
}

export interface RunningServer {
  readonly url: string;
  /**
   * Finishes running requests and closes everything. With `isReplaced` connections are drained first, since another
   * process listens on the port.
   */
  stop(options?: { readonly isReplaced: boolean }): Promise<void>;
}

export async function start({
  config: given,
  isEmpty,
  isDevelopment,
  isDelivering = !isDevelopment,
  webBuild,
  say,
  clock = systemClock,
  worker,
  otherWorkers,
}: StartOptions): Promise<RunningServer> {
  const config = isDevelopment ? { ...given, webhooks: withLocalReceivers(given.webhooks) } : given;
  const log = createLog(config.logLevel);
  const { version } = JSON.parse(await readFile(join(productRoot, 'package.json'), 'utf8'));
  await ensureWritable(config);
  const storage = await openMediaStorage(config, { clock });
  const web = isDevelopment ? await developmentWeb(config) : await builtWeb(config, { storage, webBuild, say });
  const database = await openDatabase(config, {
    onMigrated: (migration) => log.info(migration, 'database migrated'),
    onError: ({ message }) => log.warn({ reason: message }, 'idle database connection lost'),
  });
  database.keepWatch({
    onAway: ({ message }) => log.error({ reason: message }, 'database not responding'),
    onBack: (awayMs) => log.info({ awaySeconds: Math.round(awayMs / 1000) }, 'database available again'),
    onNotificationsLost: ({ message }) => log.warn({ reason: message }, NOTIFICATIONS_LOST),
  });
  const writeWatch = openWriteWatch(config, { database, storage, clock, log });
  const closing = [() => database.close(), () => storage.close()];
  try {
    const isFilled = !isEmpty && (await createStarterContent({ database, clock, content: config.site.content }));
    const secret = await installationSecret(config, database);
    const vault = createVault(secret);
    const { mailer, startDelivery } = openMail(config, { database, clock, vault, log });
    const audit = createAuditLog({ database, clock });
    const identity = await openIdentity(config, { database, clock, mailer, audit, secret });
    const mailDelivery = startDelivery();
    closing.unshift(() => mailDelivery.stop());
    const eventDelivery = startEventDelivery({ database, clock, vault, log, audit, rules: config.webhooks, version });
    closing.unshift(() => eventDelivery.stop());
    const delivery = isDelivering ? new ResponseCache({ ...config, database, clock, log }) : undefined;
    const { purge } = config.cdn;
    const purging = purge && startCdnPurge({ database, log, ...purge });
    closing.unshift(() => atMost(STOP_MS, purging?.stop()));
    const staticFiles = startStaticFiles({ database, storage, clock, log, mediaUrl: config.mediaUrl });
    closing.unshift(() => staticFiles.stop());
    const renderer = createRenderPool({
      onError: (error) => log.error({ err: error }, 'rendering process did not start'),
      onSlowStart: () => log.warn('rendering process slow to start, saves wait'),
    });
    const images = createImageMaker({
      onError: (error) => log.error({ err: error }, 'image process failed'),
    });
    const cards = createCardMaker({ onError: (error) => log.error({ err: error }, 'social image process failed') });
    const scratchDir = await openScratch(config, { clock });
    closing.unshift(
      () => renderer.close(),
      () => images.close(),
      () => cards.close(),
      web.close,
    );
    const tools = {
      config,
      worker,
      otherWorkers,
      version,
      database,
      storage,
      writeWatch,
      clock,
      log,
      vault,
      mailer,
      mailDelivery,
      audit,
      identity,
      renderer,
      images,
      cards,
      scratchDir,
    };
    const servers = new ListeningServers(new OutputLimits({ log }));
    const app = await buildApp({ ...tools, web: web.app, delivery, servers });
    closing.unshift(() => app.close());
    await web.attach(app);
    const url = await listen(app, config);
    void renderer.warmUp();
    await bootstrapAdmin(identity, { database, clock, audit, config, say });
    warnOfPlainHttp(config, say);
    await warnOfMissingFrontPage(config.site, { database, say });
    if (isFilled) say('Created a service with six posts to start from.');
    const pruning = startAuditPruning({ database, clock, log });
    const emptying = startPostPruning({ database, clock, log, content: config.site.content });
    const tidying = identity.embedded && startPoolPruning(identity.embedded, log);
    const forgetting = startRateLimitPruning({ database, clock, log });
    const schedule = startSchedule({ database, clock, log });
    const indexing = startSearchIndexing({ database, log });
    const notices = startCommentNotices({ database, clock, log, mailer, accounts: identity.accounts });
    const media = mediaToolsOf(tools);
    const cleaning = startMediaCleaning({ ...media, keeping: config.site.media });
    const watch = startUploadWatch(media);
    const cardCleaning = startCardCleaning(tools);
    const sweeping = startCommentSweep({ database, clock, log, comments: config.site.comments });
    const repeating = [
      writeWatch.start(),
      cleaning,
      cardCleaning,
      watch,
      schedule,
      indexing,
      notices,
      sweeping,
      pruning,
      emptying,
      tidying,
      forgetting,
    ];
    closing.unshift(() => atMost(STOP_MS, Promise.all(repeating.map((one) => one?.stop()))));
    const renewal = renewRenderings({ database, renderer, clock, log });
    return {
      url,
      stop: async ({ isReplaced } = { isReplaced: false }) => {
        renewal.abort();
        await servers.drain(isReplaced ? undefined : FAREWELL_MS);
        // Running image jobs could exceed the shutdown deadline.
        const timeouts = setTimeout(() => images.close(), TIMEOUT_MS);
        for (const close of closing) await close();
        clearTimeout(timeouts);
      },
    };
  } catch (error) {
    for (const close of closing) await close();
    throw error;
  }
}

interface AttachedWeb {
  readonly app: WebApp;
  attach(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

async function builtWeb(
  { publicUrl, hostedPool, recaptcha, site }: Config,
  { storage, webBuild, say }: Pick<StartOptions, 'webBuild' | 'say'> & { readonly storage: Storage },
): Promise<AttachedWeb> {
  if (!webBuild && !(await isWebBuildFresh())) {
    say('Building the web app, which takes some seconds …');
    await buildWeb();
    // Used by the next start; this one can continue without it.
    await buildServer().catch((error: Error) => say(error.message));
  }
  const build = await loadWebBuild(webBuild);
  const clientDir = join(buildDir, 'client');
  const connectOrigins = hostedOrigins(hostedPool);
  const uploadOrigins = await uploadOriginsOf(storage);
  const captchaSources = recaptchaSources(recaptcha);
  const elsewhere = {
    connectOrigins,
    uploadOrigins,
    captchaSources,
    editorSources: editorSources(site.post.richTextEditorKey),
  };
  const app = webApp({ build, mode: 'production', clientDir, publicUrl, ...elsewhere });
  return { app, attach: async () => {}, close: async () => {} };
}

/** Loads Vite, which must not be loaded in production. */
async function developmentWeb(config: Config): Promise<AttachedWeb> {
  const { startDevelopmentWeb } = await import('./web-development.ts');
  return startDevelopmentWeb(config, productRoot);
}

async function listen(app: FastifyInstance, { host, port, publicUrl }: Config): Promise<string> {
  try {
    const address = await app.listen({ host, port });
    return publicUrl ?? address.replace(/\[::1?\]|127\.0\.0\.1|0\.0\.0\.0/, 'localhost');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartError(`Port ${port} is taken: stop what uses it, or set PORT to another one.`);
    if (code === 'EACCES')
      throw new StartError(`Port ${port} may not be used by this account: set PORT to 1024 or more.`);
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
      throw new StartError(`${host} is no address of this machine: set HOST to one, or leave it out.`);
    }
    throw error;
  }
}

/** Renders outdated posts in the background. Failures are logged and retried at the next start. */
function renewRenderings(tools: { database: Database; renderer: Renderer; clock: Clock; log: Log }): AbortController {
  const { log } = tools;
  const abort = new AbortController();
  rerenderPosts({ ...tools, signal: abort.signal }).then(
    (renewed) => renewed > 0 && log.info({ renewed }, 'posts re-rendered'),
    // An interrupted run continues at the next start.
    (error) => abort.signal.aborted || log.error({ err: error }, 're-rendering posts failed'),
  );
  return abort;
}
