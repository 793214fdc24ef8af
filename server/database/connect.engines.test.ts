import { expect, onTestFinished, test } from 'vitest';
import { testDatabase, testDatabaseWithTarget } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { connect } from './connect.ts';

test('writes outside the open transaction fail on SQLite', async () => {
  const { target } = await testDatabaseWithTarget();
  if (target.engine !== 'sqlite') return;
  const database = connect(target, { waitMs: 50 });
  onTestFinished(() => database.close());
  const stuck = database.writer.transaction().execute(async () => {
    await database.writer.selectFrom('services').select('serviceId').execute();
  });
  await expect(stuck).rejects.toThrow('outside its open transaction');
  await givenService({ database }, { serviceId: 'after' });
});

test('readers neither wait for nor see an open transaction', async () => {
  const database = await testDatabase();
  await database.writer.transaction().execute(async (trx) => {
    await trx
      .insertInto('services')
      .values({ serviceId: 'new', label: 'New', functions: '[]', revision: 1, createdAt: '', updatedAt: null })
      .execute();
    expect(await database.reader.selectFrom('services').select('serviceId').execute()).toEqual([]);
  });
  expect(await database.reader.selectFrom('services').select('serviceId').execute()).toEqual([{ serviceId: 'new' }]);
});

test('failed transactions are rolled back', async () => {
  const database = await testDatabase();
  const failing = database.writer.transaction().execute(async (trx) => {
    await trx
      .insertInto('services')
      .values({ serviceId: 'half', label: 'Half', functions: '[]', revision: 1, createdAt: '', updatedAt: null })
      .execute();
    throw new Error('power cut');
  });
  await expect(failing).rejects.toThrow('power cut');
  expect(await database.reader.selectFrom('services').select('serviceId').execute()).toEqual([]);
});

test('text compares byte by byte on both engines', async () => {
  const database = await testDatabase();
  for (const serviceId of ['b', 'B', 'a', 'é', 'あ', '-']) await givenService({ database }, { serviceId });
  const rows = await database.reader.selectFrom('services').select('serviceId').orderBy('serviceId').execute();
  expect(rows.map(({ serviceId }) => serviceId)).toEqual(['-', 'B', 'a', 'b', 'é', 'あ']);
});
