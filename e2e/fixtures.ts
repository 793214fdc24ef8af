import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { axeViolations } from './axe.ts';
import { storeSession } from './stored-session.ts';

interface Product {
  readonly url: string;
  readonly dataDir: string;
  /** What it has told the person at the terminal so far. */
  readonly said: () => string;
  /** Ends it at once, as a crash does. */
  readonly crash: () => Promise<void>;
  /** Starts it where it was, on the data that it left. */
  readonly startAgain: () => Promise<void>;
}

/** The account that every product of the tests begins with, unless a test says otherwise. */
export const ADMIN = { username: 'admin', password: 'woodblock and ink' };

interface Fixtures {
  /** A product that the test may change as it likes. */
  readonly ownProduct: Product;
  /** The same, whose first admin gets a password that is printed at the terminal. */
  readonly untouchedProduct: Product;
  /** Starts one more product with values of its own, in a folder with a configuration of its own; it ends with the test. */
  readonly startProduct: (env: Record<string, string>, folder?: string) => Promise<Product>;
  /** Signs in on the console's page, as somebody would. */
  readonly signIn: (page: Page, credentials?: typeof ADMIN, path?: string) => Promise<void>;
  /** Fails the test if the page logs an error or breaks its Content-Security-Policy. */
  readonly quietConsole: undefined;
  readonly expectNothingFromAxe: (page: Page) => Promise<void>;
}

interface WorkerFixtures {
  /** A product with its starter content, as a stranger gets it. */
  readonly product: Product;
  /**
   * Runs a function once per worker, with a page of the first administrator, and gives every test its result. A worker
   * fixture of a file's own would do the same, but have workers, browsers and products of its own.
   */
  readonly once: <Result>(work: (admin: Page) => Promise<Result>) => Promise<Result>;
}

/** The built product, one for each worker. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => withProduct(use),
    { scope: 'worker', timeout: 120_000 },
  ],
  once: [
    async ({ browser, product }, use) => {
      const results = new Map<unknown, Promise<unknown>>();
      await use(<Result>(work: (admin: Page) => Promise<Result>) => {
        if (!results.has(work)) results.set(work, asAdmin(browser, product.url, work));
        return results.get(work) as Promise<Result>;
      });
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  ownProduct: async ({}, use) => withProduct(use),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  untouchedProduct: async ({}, use) => withProduct(use, { ADMIN_PASSWORD: '' }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  startProduct: async ({}, use) => {
    const ends: (() => void)[] = [];
    const running: Promise<void>[] = [];
    await use(
      (env, folder) =>
        new Promise((started, failed) => {
          const inUse = (product: Product) =>
            new Promise<void>((end) => {
              ends.push(end);
              started(product);
            });
          running.push(withProduct(inUse, env, folder).catch(failed));
        }),
    );
    for (const end of ends) end();
    await Promise.all(running);
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  signIn: async ({}, use) => use(signIn),
  baseURL: async ({ product }, use) => use(product.url),
  quietConsole: [
    async ({ page }, use) => {
      const complaints: string[] = [];
      page.on('console', (message) => {
        // The browser itself reports the status of a page that is meant to be an error.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          complaints.push(message.text());
        }
      });
      page.on('pageerror', (error) => complaints.push(String(error)));
      await use(undefined);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
  expectNothingFromAxe: async ({}, use) => {
    await use(async (page) => expect(await axeViolations(page)).toEqual([]));
  },
});

export { expect };

/** The tier of a journey that exists in both languages: `npm test` runs the English one. */
export function tierOf(locale: string): { tag?: string } {
  return locale.startsWith('ja') ? { tag: '@extended' } : {};
}

/** For `test.use`: puts a product in place that the test may change as it likes. */
export async function ownBaseURL({ ownProduct }: Pick<Fixtures, 'ownProduct'>, use: (url: string) => Promise<void>) {
  await use(ownProduct.url);
}

/**
 * For `test.use`: the address of a product that no test changes, the same for all workers. What tests leave in the
 * others would be in its lists.
 */
// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
export async function unchangedBaseURL({}: object, use: (url: string) => Promise<void>) {
  await use(process.env.KAWARABAN_E2E_UNCHANGED ?? '');
}

/** Runs API calls (`callAs`) with a session of the first administrator, in a browser context of its own. */
export async function asAdmin<Result>(
  browser: Browser,
  baseURL: string,
  work: (admin: Page) => Promise<Result>,
): Promise<Result> {
  const admin = await browser.newPage({ baseURL });
  await storeSession(admin, ADMIN);
  const result = await work(admin);
  await admin.close();
  return result;
}

/** Opens a page of the console with a new session; only the tests of signing in use the form. */
export async function signIn(page: Page, credentials = ADMIN, path = '/admin'): Promise<void> {
  await storeSession(page, credentials);
  await page.goto(path);
  await page.locator('main[aria-busy=false] h1').waitFor();
}

/** Settings that the prepared data folder does not fit: they shape what the first start writes. */
const FIRST_START_SETTINGS = ['ADMIN_PASSWORD', 'ADMIN_EMAIL', 'DATABASE_URL', 'STORAGE_URL', 'SECRET', 'PUBLIC_URL'];

/** Starts the product on a data folder with the starter content, and stops it after use. */
export async function withProduct(
  use: (product: Product) => Promise<void>,
  env: Record<string, string> = {},
  folder?: string,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kawaraban-e2e-'));
  const { KAWARABAN_E2E_DATA } = process.env;
  const isPrepared = !folder && !FIRST_START_SETTINGS.some((name) => name in env);
  if (isPrepared && KAWARABAN_E2E_DATA) await cp(KAWARABAN_E2E_DATA, dataDir, { recursive: true });
  let said = '';
  // Settled at once: what a token says of where it was made must hold after a restart.
  const port = String(await freePort());
  let server = startServer(dataDir, { PORT: port, ...env }, folder);
  const listen = async () => {
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
    });
    return addressOf(server);
  };
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  try {
    const url = await listen();
    const startAgain = async () => {
      server = startServer(dataDir, { PORT: port, ...env }, folder);
      await listen();
    };
    await use({ url, dataDir, said: () => said, crash: () => end('SIGKILL'), startAgain });
  } finally {
    await end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Fills a data folder as the first start does. */
export async function prepareData(dataDir: string): Promise<void> {
  const server = startServer(dataDir, { PORT: '0' });
  await addressOf(server);
  server.kill('SIGTERM');
  await once(server, 'exit');
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

function startServer(dataDir: string, env: Record<string, string>, folder?: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      ...{ DATA_DIR: dataDir, LOG_LEVEL: 'warn', NODE_ENV: 'production', ADMIN_PASSWORD: ADMIN.password },
      ...env,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
}

/** Waits for the line that says where the product is. */
function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      said += chunk;
      const address = /ready at (\S+)/.exec(said)?.[1];
      if (address) resolve(address);
    });
    server.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${said}`)));
  });
}
