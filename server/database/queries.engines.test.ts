import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { compiledQuery, longText } from './queries.ts';

test('cached queries use the parameters of each call', async () => {
  const { reader, writer } = await testDatabase();
  const rest = {
    label: '',
    functions: '[]',
    revision: 0,
    createdAt: '2026-11-20T00:00:00Z',
    updatedAt: '2026-11-20T00:00:00Z',
  };
  let built = 0;
  const labels = compiledQuery((db, { start, count }: { start: string; count: number }, order: 'asc' | 'desc') => {
    built += 1;
    return db
      .selectFrom('services')
      .select('serviceId')
      .where('serviceId', '>=', start)
      .where('revision', '<', 1000)
      .orderBy('serviceId', order)
      .limit(count);
  });
  await writer.transaction().execute(async (trx) => {
    for (const serviceId of ['a', 'b', 'c'])
      await trx
        .insertInto('services')
        .values({ serviceId, ...rest })
        .execute();
    expect(await labels(trx, { start: 'b', count: 1 }, 'desc')).toEqual([{ serviceId: 'c' }]);
  });
  built = 0;
  const call = (start: string, order: 'asc' | 'desc') => labels(reader, { start, count: 2 }, order);
  expect(await Promise.all([call('a', 'asc'), call('c', 'asc'), call('b', 'asc')])).toEqual([
    [{ serviceId: 'a' }, { serviceId: 'b' }],
    [{ serviceId: 'c' }],
    [{ serviceId: 'b' }, { serviceId: 'c' }],
  ]);
  const backwards = [{ serviceId: 'c' }, { serviceId: 'b' }];
  for (let times = 0; times < 4; times += 1) expect(await call('b', 'desc')).toEqual(backwards);
  // Each sort order is built once to run and once to cache.
  expect(built).toBe(4);
});

test('transactions of a pool share compiled queries', async () => {
  const { writer } = await testDatabase();
  let built = 0;
  const labels = compiledQuery((db, { serviceId }: { serviceId: string }) => {
    built += 1;
    return db.selectFrom('services').select('label').where('serviceId', '=', serviceId);
  });
  for (const serviceId of ['a', 'b', 'c', 'd']) {
    await writer.transaction().execute(async (trx) => expect(await labels(trx, { serviceId })).toEqual([]));
  }
  expect(built).toBe(2);
});

test('cached queries take lists of any length', async () => {
  const database = await testDatabase();
  const { writer } = database;
  for (const serviceId of ['a', 'b', 'c']) await givenService({ database }, { serviceId });
  let built = 0;
  const found = compiledQuery((db, { ids, except }: { ids: readonly string[]; except: string }) => {
    built += 1;
    return db
      .selectFrom('services')
      .select('serviceId')
      .where('serviceId', 'in', ids)
      .where('serviceId', '!=', except)
      .orderBy('serviceId');
  });
  const idsOf = async (ids: readonly string[], except = 'c') =>
    (await found(writer, { ids, except })).map(({ serviceId }) => serviceId);
  for (let times = 0; times < 3; times += 1) {
    expect(await idsOf(['a', 'b', 'c'])).toEqual(['a', 'b']);
    expect(await idsOf(['b', 'c', 'd'], 'b')).toEqual(['c']);
    expect(await idsOf(['b'])).toEqual(['b']);
  }
  // Each of the two lengths is built once to run and once to cache.
  expect(built).toBe(4);
  const long = ['a', ...Array.from({ length: 200 }, (_, index) => `x${index}`)];
  for (let times = 0; times < 3; times += 1) expect(await idsOf(long)).toEqual(['a']);
  expect(built).toBe(7);
});

test('long texts are read unchanged', async () => {
  const database = await testDatabase();
  const texts = ['', '\uFEFF瓦版 🗞 ’', 'a\u0301\n"'.repeat(1000)];
  for (const [index, label] of texts.entries()) await givenService({ database }, { serviceId: `s${index}`, label });
  const rows = await database.reader
    .selectFrom('services')
    .select((eb) => [longText(database.reader, 'services.label').as('label'), eb.val(null).as('none')])
    .orderBy('serviceId')
    .execute();
  expect(rows).toEqual(texts.map((label) => ({ label, none: null })));
});
