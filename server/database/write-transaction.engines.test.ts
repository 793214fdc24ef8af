import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { raiseServiceRevision } from './service-revision.ts';
import { writeTransaction } from './write-transaction.ts';

test('both transactions of a deadlock succeed in the end', async () => {
  const database = await testDatabase();
  // SQLite has one writer at a time.
  if (database.engine !== 'postgres') return;
  for (const serviceId of ['one', 'two']) await givenService({ database }, { serviceId });
  const bothHold = gate(2);
  const raise = (first: string, second: string) =>
    writeTransaction(database.writer, async (trx) => {
      await raiseServiceRevision(trx, first);
      await bothHold();
      await raiseServiceRevision(trx, second);
    });
  await Promise.all([raise('one', 'two'), raise('two', 'one')]);
  const rows = await database.reader.selectFrom('services').select('revision').execute();
  const [one, two] = rows.map(({ revision }) => revision);
  expect(rows).toHaveLength(2);
  expect(one).toBe(two);
});

test('transactions that fail by themselves are not retried', async () => {
  const { writer } = await testDatabase();
  let times = 0;
  const failing = writeTransaction(writer, async () => {
    times += 1;
    throw new Error('power cut');
  });
  await expect(failing).rejects.toThrow('power cut');
  expect(times).toBe(1);
});

test('transactions that keep failing are given up', async () => {
  const { writer } = await testDatabase();
  let times = 0;
  const failing = writeTransaction(writer, async () => {
    times += 1;
    throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
  });
  await expect(failing).rejects.toThrow('deadlock detected');
  expect(times).toBe(3);
});

function gate(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let come = 0;
  return () => {
    come += 1;
    if (come === count) resolve();
    return promise;
  };
}
