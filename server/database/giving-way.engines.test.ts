import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import type { Database } from './connect.ts';

async function updateRepeatedly({ writer }: Database, maxUpdates: number, isEnough = () => false): Promise<void> {
  await writer.transaction().execute(async (trx) => {
    for (let number = 0; number < maxUpdates && !isEnough(); number += 1) {
      await trx
        .updateTable('services')
        .set({ label: `${number}` })
        .execute();
    }
  });
}

async function givenDatabase(): Promise<Database> {
  const database = await testDatabase();
  await givenService({ database }, { serviceId: 'news' });
  return database;
}

test('transactions yield to the event loop between statements', async () => {
  const database = await givenDatabase();
  let read = 0;
  let isWritten = false;
  const writing = updateRepeatedly(database, 5000, () => read >= 5).then(() => {
    isWritten = true;
  });
  while (!isWritten) {
    await database.reader.selectFrom('services').select('label').execute();
    if (!isWritten) read += 1;
    await setImmediate();
  }
  await writing;
  expect(read).toBeGreaterThanOrEqual(5);
});
