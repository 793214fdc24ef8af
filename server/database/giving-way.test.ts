import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import type { Database } from './connect.ts';

/** A transaction of so many statements that the event loop would notice if they followed each other without a pause. */
async function writeMuch({ writer }: Database): Promise<void> {
  await writer.transaction().execute(async (trx) => {
    for (let number = 0; number < 200; number += 1) {
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
  let isWritten = false;
  const writing = writeMuch(database).then(() => {
    isWritten = true;
  });
  let read = 0;
  for (; !isWritten; read += 1) {
    await database.reader.selectFrom('services').select('label').execute();
    await setImmediate();
  }
  await writing;
  expect(read).toBeGreaterThan(3);
});

test('whoever waits for an answer has it before a transaction goes on, and none waits for that for ever', async () => {
  const database = await givenDatabase();
  const done: string[] = [];
  let isAhead = true;
  database.giveWayWhile(() => isAhead);
  const writing = writeMuch(database).then(() => done.push('written'));
  for (let turns = 0; turns < 5; turns += 1) await setImmediate();
  done.push('answered');
  await writing;
  expect(done).toEqual(['answered', 'written']);
  isAhead = false;
  await writeMuch(database);
});
