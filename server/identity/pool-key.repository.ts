import type { Db } from '../database/connect.ts';
import type { PoolKeyRow } from '../database/pool-tables.ts';

export async function listPoolKeys(db: Db, { expiresAfter }: { expiresAfter: string }): Promise<PoolKeyRow[]> {
  return db
    .selectFrom('poolKeys')
    .selectAll()
    .where('expiresAt', '>', expiresAfter)
    .orderBy('createdAt', 'desc')
    .orderBy('kid', 'desc')
    .limit(100)
    .execute();
}

export async function findPoolKey(db: Db, kid: string): Promise<PoolKeyRow | undefined> {
  return db.selectFrom('poolKeys').selectAll().where('kid', '=', kid).executeTakeFirst();
}

export async function insertPoolKey(
  db: Db,
  key: PoolKeyRow,
  { expiresAfter }: { expiresAfter: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await trx.deleteFrom('poolKeys').where('expiresAt', '<=', expiresAfter).execute();
    await trx.insertInto('poolKeys').values(key).execute();
  });
}
