import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { loadConfig } from '#server/config.ts';
import type { MediaTools } from '#server/media/index.ts';
import { toInstant } from '#server/platform/clock.ts';
import { createLog } from '#server/platform/log.ts';
import { createVault } from '#server/platform/vault.ts';
import { mediaToolsOf } from '#server/process/open-media.ts';
import type { Storage } from '#server/storage/index.ts';
import { sharedImages, TEST_SECRET, type TestApp, type TestAppOptions, testApp } from './app.ts';
import { testStorage } from './storage.ts';

export interface MediaApp extends TestApp {
  readonly storage: Storage;
  readonly tools: MediaTools;
}

export async function mediaApp(given: TestAppOptions = {}): Promise<MediaApp> {
  const { finish = onTestFinished } = given;
  const storage = given.storage ?? (await testStorage(finish));
  // Deleted after the application, which may still use it.
  const scratchDir = join(tmpdir(), `kawaraban-scratch-${randomUUID()}`);
  finish(() => rm(scratchDir, { recursive: true, force: true }));
  const app = await testApp({ ...given, storage });
  const { database, clock, logged } = app;
  const config = given.config ?? (await loadConfig({}, '/nonexistent'));
  const log = createLog('info', { write: (line) => logged.push(JSON.parse(line)) });
  const vault = createVault(TEST_SECRET);
  const tools = mediaToolsOf({ database, storage, clock, log, vault, images: sharedImages, scratchDir, config });
  return { ...app, storage, tools };
}

export async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.list('')) keys.push(key);
  return keys.toSorted();
}

export async function givenSettings(
  { database, clock }: TestApp,
  serviceId: string,
  settings: Partial<ServiceConfigs>,
): Promise<void> {
  const updatedAt = toInstant(clock.now());
  const rows = Object.entries(settings).map(([configName, value]) => ({
    serviceId,
    configName,
    configVal: JSON.stringify(value),
    updatedAt,
  }));
  await database.writer.insertInto('serviceConfigs').values(rows).execute();
}
