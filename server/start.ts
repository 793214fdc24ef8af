import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { createAuditLog } from './audit/index.ts';
import { buildServer } from './building/server-build.ts';
import { buildDir, buildWeb, isWebBuildFresh, productRoot } from './building/web-build.ts';
import { recaptchaSources } from './config/comments.ts';
import { editorSources } from './config/content.ts';
import { hostedOrigins } from './config/identity.ts';
import { withLocalReceivers } from './config/webhooks.ts';
import type { Config } from './config.ts';
import { ListeningServers } from './http/listening-servers.ts';
import { OutputLimits } from './http/output-limits.ts';
import { startDeliveryJobs, startPeriodicJobs } from './jobs.ts';
import { createImageProcessor } from './media-images/index.ts';
import type { OtherWorkers } from './metrics/index.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createLog } from './platform/log.ts';
import { createVault } from './platform/vault.ts';
import { bootstrapAdmin, warnOfMissingFrontPage, warnOfPlainHttp } from './process/bootstrap-admin.ts';
import { installationSecret } from './process/installation-secret.ts';
import { ensureWritable, openDatabase } from './process/open-database.ts';
import { openIdentity } from './process/open-identity.ts';
import { openMail } from './process/open-mail.ts';
import { openScratch } from './process/open-media.ts';
import { openMediaStorage, uploadOriginsOf } from './process/open-storage.ts';
import { openWriteWatch } from './process/open-write-watch.ts';
import { StartError } from './process/start-error.ts';
import { createRenderPool } from './rendering/index.ts';
import { ResponseCache } from './response-cache/index.ts';
import { createStarterContent } from './starter-content/index.ts';
import type { Storage } from './storage/index.ts';
import { createCardRenderer } from './syndication/index.ts';
import { loadWebBuild, type WebApp, webApp } from './web-host.ts';

const IMAGE_JOB_GRACE_MS = 3000;
/** Time in which keep-alive clients, such as proxies, get a response with `Connection: close`. */
const KEEP_ALIVE_GRACE_MS = 500;

const NOTIFICATIONS_LOST =
  'database notifications do not arrive: polling for changes by other processes every second; DATABASE_LISTEN=off turns notifications off';

export interface StartOptions {
  readonly config: Config;
  readonly isEmpty: boolean;
  readonly isDevelopment: boolean;
  /** Enables the response cache; by default off in development. */
  readonly isCaching?: boolean;
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
  config: loadedConfig,
  isEmpty,
  isDevelopment,
  isCaching = !isDevelopment,
  webBuild,
  say,
  clock = systemClock,
  worker,
  otherWorkers,
}: StartOptions): Promise<RunningServer> {
  const config = isDevelopment
    ? { ...loadedConfig, webhooks: withLocalReceivers(loadedConfig.webhooks) }
    : loadedConfig;
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
    onUnavailable: ({ message }) => log.error({ reason: message }, 'database not responding'),
    onAvailable: (outageMs) => log.info({ awaySeconds: Math.round(outageMs / 1000) }, 'database available again'),
    onNotificationsLost: ({ message }) => log.warn({ reason: message }, NOTIFICATIONS_LOST),
  });
  const writeWatch = openWriteWatch(config, { database, storage, clock, log });
  const closing = [() => database.close(), () => storage.close()];
  try {
    const isFilled =
      !isEmpty &&
      (await createStarterContent({
        database,
        clock,
        storage,
        content: config.site.content,
        mediaUrl: config.mediaUrl,
      }));
    const secret = await installationSecret(config, database);
    const vault = createVault(secret);
    const { mailer, startDelivery } = openMail(config, { database, clock, vault, log });
    const audit = createAuditLog({ database, clock });
    const identity = await openIdentity(config, { database, clock, mailer, audit, secret });
    const { mailDelivery, ...deliveryJobs } = startDeliveryJobs(
      { config, version, database, storage, clock, log, vault, audit },
      startDelivery,
    );
    closing.unshift(deliveryJobs.stop);
    const responseCache = isCaching ? new ResponseCache({ ...config, database, clock, log }) : undefined;
    const renderer = createRenderPool({
      onError: (error) => log.error({ err: error }, 'rendering process did not start'),
      onSlowStart: () => log.warn('rendering process slow to start, saves wait'),
    });
    const images = createImageProcessor({
      onError: (error) => log.error({ err: error }, 'image process failed'),
    });
    const cards = createCardRenderer({ onError: (error) => log.error({ err: error }, 'social image process failed') });
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
    const app = await buildApp({ ...tools, web: web.app, responseCache, servers });
    closing.unshift(() => app.close());
    await web.attach(app);
    const url = await listen(app, config);
    void renderer.warmUp();
    warnOfPlainHttp(config, say);
    await warnOfMissingFrontPage(config.site, { database, say });
    if (isFilled) say('Created sample posts in English and in Japanese.');
    await bootstrapAdmin(identity, { database, clock, audit, config, say });
    const periodicJobs = startPeriodicJobs(tools);
    closing.unshift(periodicJobs.stop);
    return {
      url,
      stop: async ({ isReplaced } = { isReplaced: false }) => {
        periodicJobs.cancelRerendering();
        await servers.drain(isReplaced ? undefined : KEEP_ALIVE_GRACE_MS);
        // Running image jobs could exceed the shutdown deadline.
        const graceTimer = setTimeout(() => images.close(), IMAGE_JOB_GRACE_MS);
        for (const close of closing) await close();
        clearTimeout(graceTimer);
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
    say('Building the web app. This takes a few seconds…');
    await buildWeb();
    // Used by the next start; this one can continue without it.
    await buildServer().catch((error: Error) => say(error.message));
  }
  const build = await loadWebBuild(webBuild);
  const clientDir = join(buildDir, 'client');
  const sources = {
    connectOrigins: hostedOrigins(hostedPool),
    uploadOrigins: await uploadOriginsOf(storage),
    captchaSources: recaptchaSources(recaptcha),
    editorSources: editorSources(site.post.richTextEditorKey),
  };
  const app = webApp({ build, mode: 'production', clientDir, publicUrl, sources });
  return { app, attach: async () => {}, close: async () => {} };
}

/** Vite must not be loaded in production. */
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
      throw new StartError(`Port ${port} is in use. Stop the program that uses it, or change PORT.`);
    if (code === 'EACCES') throw new StartError(`This user may not use port ${port}. Set PORT to 1024 or more.`);
    if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
      throw new StartError(`${host} is not an address of this machine. Set HOST to one, or remove it.`);
    }
    throw error;
  }
}
