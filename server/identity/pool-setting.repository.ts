import type { Db } from '../database/connect.ts';

export async function readPoolSettings(db: Db): Promise<ReadonlyMap<string, string>> {
  const rows = await db.selectFrom('poolSettings').selectAll().execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Keeps existing values. A concurrent insert waits for the first to commit. */
export async function insertPoolSettings(db: Db, settings: Readonly<Record<string, string>>): Promise<void> {
  await db
    .insertInto('poolSettings')
    .values(Object.entries(settings).map(([name, value]) => ({ name, value })))
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}
