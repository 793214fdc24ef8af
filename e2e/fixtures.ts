import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

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

/** The built product with its starter content, one for each worker, as a stranger gets it. */
export const test = base.extend<Fixtures, { product: Product; unchangedProduct: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => withProduct(use),
    { scope: 'worker', timeout: 120_000 },
  ],
  // One that no test changes: what the others leave in theirs would be in the lists of whoever only reads.
  unchangedProduct: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the pattern
    async ({}, use) => withProduct(use),
    { scope: 'worker', timeout: 120_000 },
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
    await use(async (page) => {
      // What fades in has not its own colours yet; what follows scrolling instead of time never ends.
      const isStill = () =>
        document
          .getAnimations()
          .every(
            ({ effect, playState, timeline }) =>
              timeline !== document.timeline ||
              playState !== 'running' ||
              effect?.getComputedTiming().endTime === Infinity,
          );
      // Asked from outside: without JavaScript a page can wait for nothing.
      await expect.poll(() => page.evaluate(isStill)).toBe(true);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`)).toEqual([]);
    });
  },
});

export { expect };

/** For `test.use`: puts a product in place that the test may change as it likes. */
export async function ownBaseURL({ ownProduct }: Pick<Fixtures, 'ownProduct'>, use: (url: string) => Promise<void>) {
  await use(ownProduct.url);
}

/** For `test.use`: puts a product in place that holds its starter content and nothing else. */
export async function unchangedBaseURL(
  { unchangedProduct }: { readonly unchangedProduct: Product },
  use: (url: string) => Promise<void>,
) {
  await use(unchangedProduct.url);
}

/** Goes to a page of the console by way of sign-in. */
export async function signIn(page: Page, { username, password } = ADMIN, path = '/admin'): Promise<void> {
  await page.goto(path === '/admin' ? '/admin/signin' : `/admin/signin?${new URLSearchParams({ redirect: path })}`);
  // What is typed before the page is alive may be lost.
  await page.locator('form button[type=submit]:enabled').waitFor();
  const fields = page.locator('form input');
  await fields.nth(0).fill(username);
  await fields.nth(1).fill(password);
  await fields.nth(1).press('Enter');
  await page.waitForURL((url) => `${url.pathname}${url.search}` === path);
  await page.locator('main h1').waitFor();
}

/** Starts the product on an empty data folder, and stops it when it has been used. */
async function withProduct(
  use: (product: Product) => Promise<void>,
  env: Record<string, string> = {},
  folder?: string,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kawaraban-e2e-'));
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
