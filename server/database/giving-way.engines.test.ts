import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import type { Database } from './connect.ts';

/** A transaction of so many statements, one directly after the other, unless it is told that it is enough. */
async function writeMuch({ writer }: Database, most: number, isEnough = () => false): Promise<void> {
  await writer.transaction().execute(async (trx) => {
    for (let number = 0; number < most && !isEnough(); number += 1) {
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

test('between the statements of a transaction others have their turn', async () => {
  const database = await givenDatabase();
  let read = 0;
  let isWritten = false;
  const writing = writeMuch(database, 5000, () => read >= 5).then(() => {
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

test('whoever waits for an answer has it before a transaction goes on, and none waits for that for ever', async () => {
  const database = await givenDatabase();
  const done: string[] = [];
  database.giveWayWhile(() => true);
  const writing = writeMuch(database, 200).then(() => done.push('written'));
  for (let turns = 0; turns < 5; turns += 1) await setImmediate();
  done.push('answered');
  await writing;
  expect(done).toEqual(['answered', 'written']);
});
