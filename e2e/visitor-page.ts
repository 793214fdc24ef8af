import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Person } from './account-page.ts';
import { storeSession } from './stored-session.ts';

export async function giveSession(page: Page, { email, password }: Pick<Person, 'email' | 'password'>): Promise<void> {
  await storeSession(page, { username: email, password });
}

/** Opens a page and waits until a click on a link of it is handled by the router: React has attached its listeners. */
export async function openHydrated(page: Page, path: string): Promise<void> {
  await page.goto(path);
  const link = page.getByRole('main').getByRole('link').first();
  const isHydrated = () => link.evaluate((element) => Object.keys(element).some((key) => key.startsWith('__react')));
  await expect.poll(isHydrated).toBe(true);
}

interface Product {
  readonly url: string;
  readonly dataDir: string;
}

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
