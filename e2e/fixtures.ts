import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, test as base, expect, type Page } from '@playwright/test';
import { freePort } from '#testing/free-port.ts';
import { axeViolations } from './axe.ts';
import { storeSession } from './stored-session.ts';

interface Product {
  readonly url: string;
  readonly dataDir: string;
  readonly output: () => string;
  readonly crash: () => Promise<void>;
  readonly startAgain: () => Promise<void>;
}

export const ADMIN = { username: 'admin', password: 'woodblock and ink' };

interface Fixtures {
  readonly ownProduct: Product;
  /** A product whose first admin has a printed password. */
  readonly untouchedProduct: Product;
  readonly startProduct: (env: Record<string, string>, folder?: string) => Promise<Product>;
  readonly signIn: (page: Page, credentials?: typeof ADMIN, path?: string) => Promise<void>;
  /** Fails the test when the page logs an error or violates its Content-Security-Policy. */
  readonly quietConsole: undefined;
  readonly expectNothingFromAxe: (page: Page) => Promise<void>;
}

interface WorkerFixtures {
  readonly product: Product;
  /**
   * Runs a function once per worker, with a page of the first admin, and returns its result to every test. A worker
   * fixture of a file's own would start additional workers, browsers and products.
   */
  readonly once: <Result>(work: (admin: Page) => Promise<Result>) => Promise<Result>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern
  ownProduct: async ({}, use) => withProduct(use),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern
  untouchedProduct: async ({}, use) => withProduct(use, { ADMIN_PASSWORD: '' }),
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern
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
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern
  signIn: async ({}, use) => use(signIn),
  baseURL: async ({ product }, use) => use(product.url),
  quietConsole: [
    async ({ page }, use) => {
      const problems: string[] = [];
      page.on('console', (message) => {
        // The browser itself reports the status of intended error pages.
        if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
          problems.push(message.text());
        }
      });
      page.on('pageerror', (error) => problems.push(String(error)));
      await use(undefined);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern
  expectNothingFromAxe: async ({}, use) => {
    await use(async (page) => expect(await axeViolations(page)).toEqual([]));
  },
});

export { expect };

/** For `test.use`: provides a product that the test may change. */
export async function ownBaseURL({ ownProduct }: Pick<Fixtures, 'ownProduct'>, use: (url: string) => Promise<void>) {
  await use(ownProduct.url);
}

/**
 * For `test.use`: the URL of a product that no test changes, shared by all workers. Lists of other products contain
 * what tests leave behind.
 */
// biome-ignore lint/correctness/noEmptyPattern: Playwright parses the pattern
export async function unchangedBaseURL({}: object, use: (url: string) => Promise<void>) {
  await use(process.env.KAWARABAN_E2E_UNCHANGED ?? '');
}

/** Uses a separate browser context, for calls with `callAs`. */
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

export async function signIn(page: Page, credentials = ADMIN, path = '/admin'): Promise<void> {
  await storeSession(page, credentials);
  await page.goto(path);
  await page.locator('main[aria-busy=false] h1').waitFor();
}

/** Settings that shape the first start, so the prepared data folder cannot be used with them. */
const FIRST_START_SETTINGS = ['ADMIN_PASSWORD', 'ADMIN_EMAIL', 'DATABASE_URL', 'STORAGE_URL', 'SECRET', 'PUBLIC_URL'];

export async function withProduct(
  use: (product: Product) => Promise<void>,
  env: Record<string, string> = {},
  folder?: string,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kawaraban-e2e-'));
  const { KAWARABAN_E2E_DATA } = process.env;
  const isPrepared = !folder && !FIRST_START_SETTINGS.some((name) => name in env);
  if (isPrepared && KAWARABAN_E2E_DATA) await cp(KAWARABAN_E2E_DATA, dataDir, { recursive: true });
  let output = '';
  // Fixed port: tokens contain the issuer URL, which must stay valid after a restart.
  const port = String(await freePort());
  let server = startServer(dataDir, { PORT: port, ...env }, folder);
  const listen = async () => {
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
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
    await use({ url, dataDir, output: () => output, crash: () => end('SIGKILL'), startAgain });
  } finally {
    await end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  }
}

export async function prepareData(dataDir: string): Promise<void> {
  const server = startServer(dataDir, { PORT: '0' });
  await addressOf(server);
  server.kill('SIGTERM');
  await once(server, 'exit');
}

function startServer(dataDir: string, env: Record<string, string>, folder?: string): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, '../server/main.ts')], {
    cwd: folder,
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'production',
      ADMIN_PASSWORD: ADMIN.password,
      ...env,
    },
    stdio: ['ignore', 'inherit', 'pipe'],
  });
}

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.on('data', (chunk: Buffer) => {
      output += chunk;
      const address = /ready at (\S+)/.exec(output)?.[1];
      if (address) resolve(address);
    });
    server.once('exit', (code) => reject(new Error(`The product ended with ${code}:\n${output}`)));
  });
}
