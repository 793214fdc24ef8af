import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareData, withProduct } from './fixtures.ts';

/**
 * Runs the first start once and keeps its data folder, which most tests copy. Then starts the product that no test
 * changes.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-e2e-data-'));
  await prepareData(folder);
  process.env.KAWARABAN_E2E_DATA = folder;
  const end = Promise.withResolvers<void>();
  const start = Promise.withResolvers<string>();
  const use = async ({ url }: { readonly url: string }) => {
    start.resolve(url);
    await end.promise;
  };
  const ended = withProduct(use);
  ended.catch(start.reject);
  process.env.KAWARABAN_E2E_UNCHANGED = await start.promise;
  return async () => {
    end.resolve();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
}
