import { accessSync, constants } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { connect, type Database, type DatabaseTarget } from './database/connect.ts';
import { migrateToLatest } from './database/migrate.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { createLog, type Log } from './platform/log.ts';
import { rerenderPosts } from './posts/index.ts';
import { createStarterContent } from './starter-content/index.ts';
import { buildDir, buildWeb, isWebBuildFresh, productRoot } from './web-build.ts';
import { loadWebBuild, type WebApp, webApp } from './web-host.ts';

export interface StartOptions {
  readonly config: Config;
  /** Leaves the starter content out. */
  readonly isEmpty: boolean;
  readonly isDevelopment: boolean;
  /** Tells a person at the terminal what is going on. */
  readonly say: (line: string) => void;
  readonly clock?: Clock;
}

export interface RunningServer {
  readonly url: string;
  /** Lets running requests end, then closes everything. */
  stop(): Promise<void>;
}

/** Something that the person who started the server can put right, said in one line. */
export class StartError extends Error {}

/** Brings the product up, from the data folder to the listening port. */
export async function start({
  config,
  isEmpty,
  isDevelopment,
  say,
  clock = systemClock,
}: StartOptions): Promise<RunningServer> {
  const log = createLog(config.logLevel);
  const { version } = JSON.parse(await readFile(join(productRoot, 'package.json'), 'utf8'));
  await ensureWritable(config);
  const web = isDevelopment ? await developmentWeb(config) : await builtWeb(config, say);
  const database = await openDatabase(config.database, log);
  try {
    if (!isEmpty && (await createStarterContent({ database, clock })))
      say('Created a service with six posts to start from.');
    const app = await buildApp({ config, version, database, clock, log, web: web.app });
    await web.attach(app);
    const url = await listen(app, config);
    const renewal = renewRenderings(database, log);
    return {
      url,
      stop: async () => {
        renewal.abort();
        await app.close();
        await web.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function ensureWritable({ dataDir, database }: Config): Promise<void> {
  const folders = [dataDir, ...(database.engine === 'sqlite' ? [dirname(database.path)] : [])];
  for (const folder of folders) {
    try {
      await mkdir(folder, { recursive: true });
      accessSync(folder, constants.W_OK | constants.X_OK);
    } catch {
      throw new StartError(`The folder ${folder} cannot be written: make it writable, or set DATA_DIR to another one.`);
    }
  }
}

interface AttachedWeb {
  readonly app: WebApp;
  attach(app: FastifyInstance): Promise<void>;
  close(): Promise<void>;
}

async function builtWeb({ publicUrl }: Config, say: (line: string) => void): Promise<AttachedWeb> {
  if (!(await isWebBuildFresh())) {
    say('Building the web app, which takes some seconds …');
    await buildWeb();
  }
  const build = await loadWebBuild(buildDir);
  const app = webApp({ build, mode: 'production', clientDir: join(buildDir, 'client'), publicUrl });
  return { app, attach: async () => {}, close: async () => {} };
}

/** Vite builds what is asked for, when it is asked for. Never loaded in production. */
async function developmentWeb(config: Config): Promise<AttachedWeb> {
  const { startDevelopmentWeb } = await import('./web-development.ts');
  return startDevelopmentWeb(config, productRoot);
}

async function openDatabase(target: DatabaseTarget, log: Log): Promise<Database> {
  const database = connect(target, { onError: (error) => log.warn({ err: error }, 'idle database connection lost') });
  try {
    const { applied, copy } = await migrateToLatest(database, target);
    if (applied.length > 0) log.info({ applied, ...(copy && { copy }) }, 'database migrated');
    return database;
  } catch (error) {
    await database.close();
    throw new StartError(`${describe(target)} cannot be used: ${reasonOf(error)}. Check DATABASE_URL.`);
  }
}

function describe(target: DatabaseTarget): string {
  return target.engine === 'sqlite' ? `The database ${target.path}` : `The database at ${new URL(target.url).host}`;
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(reasonOf).join(', ');
  return error instanceof Error ? error.message.replace(/\s+/g, ' ').replace(/\.$/, '') : String(error);
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

/** Runs beside the server; a failure is logged and tried again at the next start. */
function renewRenderings(database: Database, log: Log): AbortController {
  const abort = new AbortController();
  rerenderPosts({ database, signal: abort.signal }).then(
    (renewed) => renewed > 0 && log.info({ renewed }, 'posts rendered again'),
    (error) => log.error({ err: error }, 'posts could not be rendered again'),
  );
  return abort;
}
