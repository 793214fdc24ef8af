import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import type { Person } from './account-page.ts';
import { ADMIN } from './fixtures.ts';
import { storeSession } from './stored-session.ts';

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

/** Gives the browser a session of an account without the sign-in page. */
export async function giveSession(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await storeSession(page, { username: email, password });
}

interface Product {
  readonly url: string;
  readonly dataDir: string;
}

/** Starts a product on the prepared data with `kawaraban.config.ts` in the folder. */
export async function startConfigured<Started extends Product>(
  startProduct: (env: Record<string, string>, folder?: string) => Promise<Started>,
  folder: string,
  config: object,
  env: Record<string, string> = {},
): Promise<Product> {
  await writeFile(join(folder, 'kawaraban.config.ts'), `export default ${JSON.stringify(config)};\n`);
  const dataDir = join(folder, 'data');
  const { KAWARABAN_E2E_DATA = '' } = process.env;
  await cp(KAWARABAN_E2E_DATA, dataDir, { recursive: true });
  const { url } = await startProduct({ DATA_DIR: dataDir, ...env }, folder);
  return { url, dataDir };
}
