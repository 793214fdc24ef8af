import type { Transaction } from 'kysely';
import type { PublicService, ServiceFunction } from '#contract/services.ts';
import type { Db } from '../database/connect.ts';
import type { Tables } from '../database/tables.ts';

export async function isService(db: Db, serviceId: string): Promise<boolean> {
  const row = await db.selectFrom('services').select('serviceId').where('serviceId', '=', serviceId).executeTakeFirst();
  return row !== undefined;
}

export async function findPublicService(db: Db, serviceId: string): Promise<PublicService | undefined> {
  return db.selectFrom('services').select(['serviceId', 'label']).where('serviceId', '=', serviceId).executeTakeFirst();
}

export async function isAnyService(db: Db): Promise<boolean> {
  return (await db.selectFrom('services').select('serviceId').limit(1).executeTakeFirst()) !== undefined;
}

/** Services that publish posts, by id, after the given one. */
export async function listPublicServices(
  db: Db,
  { after, limit }: { after?: string | undefined; limit: number },
): Promise<PublicService[]> {
  let query = db
    .selectFrom('services')
    .select(['serviceId', 'label'])
    .where('functions', 'like', '%"post"%')
    .orderBy('serviceId')
    .limit(limit);
  if (after !== undefined) query = query.where('serviceId', '>', after);
  return query.execute();
}

export interface NewService {
  readonly serviceId: string;
  readonly label: string;
  readonly functions: readonly ServiceFunction[];
  readonly createdAt: string;
}

export async function insertService(trx: Transaction<Tables>, service: NewService): Promise<void> {
  await trx
    .insertInto('services')
    .values({ ...service, functions: JSON.stringify(service.functions), revision: 1, updatedAt: null })
    .execute();
}

/** Tells every reader's cache that something of the service has changed. Part of each such write's transaction. */
export async function raiseServiceRevision(trx: Transaction<Tables>, serviceId: string): Promise<void> {
  await trx
    .updateTable('services')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .execute();
}
