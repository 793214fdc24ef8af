import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareData } from './fixtures.ts';

/** Starts the product once and keeps its data folder, which most products of the tests begin with a copy of. */
export default async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'kawaraban-e2e-data-'));
  await prepareData(folder);
  process.env.KAWARABAN_E2E_DATA = folder;
  return () => rm(folder, { recursive: true, force: true });
}
