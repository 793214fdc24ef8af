import { expect, test } from 'vitest';
import { MAX_SERVICES } from '#contract/services.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import type { Database } from '../database/connect.ts';
import { createService, type ServiceToCreate } from './create-service.ts';
import { findServiceDetail, findStoredService, isFull, listServices } from './service.repository.ts';

const clock = testClock();

function create({ writer }: Database, given: Partial<ServiceToCreate> = {}): Promise<void> {
  const service = { serviceId: 'news', label: 'News', functions: ['post'] as const, ...given };
  return writer.transaction().execute((trx) => createService(trx, { clock }, service));
}

test('stores only given settings, even if equal to defaults', async () => {
  const database = await testDatabase();
  await create(database, { configs: { mediaUploadSizeLimitMBFile: 5, outerSiteUrl: null } });
  const stored = await findStoredService(database.reader, 'news');
  expect(stored?.configs).toEqual({ mediaUploadSizeLimitMBFile: 5 });
});

test('rejected service leaves nothing behind', async () => {
  const database = await testDatabase();
  await create(database);
  await expect(create(database, { label: 'Other', configs: { outerSiteUrl: 'https://example.com' } })).rejects.toThrow(
    'ServiceId already used',
  );
  const detail = await findServiceDetail(database.reader, 'news');
  expect(detail).toMatchObject({ label: 'News', configs: { outerSiteUrl: '' } });
});

test('rejects a creator without account', async () => {
  const database = await testDatabase();
  await expect(create(database, { creator: 'nobody' })).rejects.toThrow();
  expect(await listServices(database.reader)).toEqual([]);
});

test('limits the number of services', async () => {
  const database = await testDatabase();
  await database.writer.transaction().execute(async (trx) => {
    for (let number = 1; number < MAX_SERVICES; number += 1) {
      await createService(trx, { clock }, { serviceId: `s-${number}`, label: 'A', functions: [] });
    }
  });
  expect(await isFull(database.reader)).toBe(false);
  await create(database);
  expect(await isFull(database.reader)).toBe(true);
  await expect(create(database, { serviceId: 'one-more' })).rejects.toThrow('Too many services');
  await expect(create(database)).rejects.toThrow('Too many services');
  expect(await listServices(database.reader)).toHaveLength(MAX_SERVICES);
});
