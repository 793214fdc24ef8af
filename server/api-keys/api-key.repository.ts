import { sql } from 'kysely';
import { type ApiKey, ApiKeyRight } from '#contract/api-keys.ts';
import type { Db } from '../database/connect.ts';
import { compiledQuery } from '../database/queries.ts';
import type { ApiKeyRow, Transaction } from '../database/tables.ts';

function keysWithServices(db: Db) {
  return db
    .selectFrom('apiKeys')
    .leftJoin('apiKeyServices', 'apiKeyServices.keyId', 'apiKeys.keyId')
    .select([
      'apiKeys.keyId',
      'apiKeys.label',
      'apiKeys.may',
      'apiKeys.createdBy',
      'apiKeys.createdAt',
      'apiKeys.expiresAt',
      'apiKeys.lastUsedAt',
      'apiKeys.revokedAt',
      'apiKeyServices.serviceId',
    ])
    .orderBy('apiKeys.keyId', 'desc')
    .orderBy('apiKeyServices.serviceId');
}

export async function listApiKeys(db: Db): Promise<ApiKey[]> {
  const rows = await keysWithServices(db).execute();
  return [...Map.groupBy(rows, ({ keyId }) => keyId).values()].flatMap(toApiKey);
}

export async function findApiKey(db: Db, keyId: string): Promise<ApiKey | undefined> {
  return toApiKey(await keysWithServices(db).where('apiKeys.keyId', '=', keyId).execute())[0];
}

const keysOfHash = compiledQuery((db, { secretHash }: { secretHash: string }) =>
  keysWithServices(db).where('apiKeys.secretHash', '=', secretHash),
);

export async function findApiKeyByHash(db: Db, secretHash: string): Promise<ApiKey | undefined> {
  return toApiKey(await keysOfHash(db, { secretHash }))[0];
}

/** Includes revoked keys, which may be authors of posts. */
export async function listApiKeyLabels(db: Db, keyIds: readonly string[]): Promise<{ keyId: string; label: string }[]> {
  if (keyIds.length === 0) return [];
  return db.selectFrom('apiKeys').select(['keyId', 'label']).where('keyId', 'in', keyIds).execute();
}

type KeyOfService = Omit<ApiKeyRow, 'secretHash'> & { readonly serviceId: string | null };

function toApiKey(rows: readonly KeyOfService[]): ApiKey[] {
  const [first] = rows;
  if (!first) return [];
  const { serviceId: _, ...key } = first;
  const serviceIds = rows.flatMap(({ serviceId }) => (serviceId === null ? [] : [serviceId]));
  return [{ ...key, may: ApiKeyRight.catch('read').parse(key.may), serviceIds }];
}

export async function isFull(db: Db, max: number): Promise<boolean> {
  const last = db
    .selectFrom('apiKeys')
    .select('keyId')
    .where('revokedAt', 'is', null)
    .limit(1)
    .offset(max - 1);
  return (await last.executeTakeFirst()) !== undefined;
}

export interface NewApiKey extends Omit<ApiKeyRow, 'lastUsedAt' | 'revokedAt'> {
  readonly serviceIds: readonly string[];
}

export async function insertApiKey(trx: Transaction, { serviceIds, ...key }: NewApiKey): Promise<void> {
  await trx.insertInto('apiKeys').values(key).execute();
  const services = serviceIds.map((serviceId) => ({ keyId: key.keyId, serviceId }));
  await trx.insertInto('apiKeyServices').values(services).execute();
}

export async function deleteOldRevokedApiKeys(trx: Transaction, keepCount: number): Promise<void> {
  const last = trx
    .selectFrom('apiKeys')
    .select('keyId')
    .where('revokedAt', 'is not', null)
    .orderBy('revokedAt', 'desc')
    .orderBy('keyId', 'desc')
    .limit(keepCount);
  await trx.deleteFrom('apiKeys').where('revokedAt', 'is not', null).where('keyId', 'not in', last).execute();
}

export async function deleteApiKeys(trx: Transaction, keyIds: readonly string[]): Promise<void> {
  await trx.deleteFrom('apiKeys').where('keyId', 'in', keyIds).execute();
}

export async function revokeApiKey(
  trx: Transaction,
  { keyId, revokedAt }: { keyId: string; revokedAt: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('apiKeys')
    .set({ revokedAt })
    .where('keyId', '=', keyId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

export async function saveLastUse(db: Db, { keyId, lastUsedAt }: { keyId: string; lastUsedAt: string }): Promise<void> {
  await db
    .updateTable('apiKeys')
    .set({ lastUsedAt })
    .where('keyId', '=', keyId)
    .where(sql`coalesce(last_used_at, '')`, '<', lastUsedAt)
    .execute();
}
