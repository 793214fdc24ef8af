import { type Insertable, sql } from 'kysely';
import type { Database, Db } from '../../database/connect.ts';
import { chunks, preventIndexUse } from '../../database/queries.ts';
import type { Tables, Transaction } from '../../database/tables.ts';
import { TransferError } from '../transfer-error.ts';

export async function inSnapshot<T>({ engine, reader }: Database, read: (db: Db) => Promise<T>): Promise<T> {
  return reader.connection().execute(async (db) => {
    await sql.raw(engine === 'postgres' ? 'begin isolation level repeatable read read only' : 'begin').execute(db);
    try {
      return await read(db);
    } finally {
      await sql`rollback`.execute(db);
    }
  });
}

export type ServiceTable = {
  [Table in keyof Tables]: Tables[Table] extends { serviceId: string } ? Table : never;
}[keyof Tables];

export async function countRows(db: Db, table: ServiceTable, serviceId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table as 'posts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

const ids = { tags: 'tagId', files: 'fileId', posts: 'postId', deletedPosts: 'postId' } as const;

/** No index has the ids of a service in order, so all are read at once. */
export async function listIds(db: Db, table: keyof typeof ids, serviceId: string): Promise<string[]> {
  const column = sql.ref<string>(ids[table]);
  const rows = await db
    .selectFrom(table as 'posts')
    .select(column.as('id'))
    .where('serviceId', '=', serviceId)
    .orderBy(column)
    .execute();
  return rows.map(({ id }) => id);
}

/** Keeps the planner from using the service index where rows are found by id. */
export const ownService = preventIndexUse(sql.ref('serviceId'));

export async function readService(db: Db, serviceId: string) {
  const row = await db
    .selectFrom('services')
    .select(['serviceId', 'label', 'functions', 'createdAt', 'updatedAt'])
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  const configs = await db
    .selectFrom('serviceConfigs')
    .select(['configName', 'configVal', 'updatedAt'])
    .where('serviceId', '=', serviceId)
    .orderBy('configName')
    .execute();
  return row && { ...row, configs };
}

export async function listContents(db: Db, serviceId: string) {
  return db
    .selectFrom('serviceContents')
    .select(['contentId', 'commentDefaultPublishStatus', 'createdAt', 'updatedAt'])
    .where('serviceId', '=', serviceId)
    .orderBy('contentId')
    .execute();
}

/** Ordered by id, the order of siblings without an explicit one. */
export async function listCategories(db: Db, serviceId: string) {
  return db
    .selectFrom('categories')
    .leftJoin('categories as parents', 'parents.id', 'categories.parentId')
    .select([
      'categories.slug',
      'categories.label',
      'categories.description',
      'categories.pictureId',
      'parents.slug as parent',
      'categories.orderNo',
      'categories.createdAt',
      'categories.updatedAt',
    ])
    .where('categories.serviceId', '=', serviceId)
    .orderBy('categories.id')
    .execute();
}

export async function listTags(db: Db, serviceId: string, tagIds: readonly string[]) {
  return db
    .selectFrom('tags')
    .select(['tagId', 'label', 'createdAt'])
    .where('tagId', 'in', [...tagIds])
    .where(ownService, '=', serviceId)
    .orderBy('tagId')
    .execute();
}

export async function listFiles(db: Db, serviceId: string, fileIds: readonly string[]) {
  return db
    .selectFrom('files')
    .selectAll()
    .where(ownService, '=', serviceId)
    .where('fileId', 'in', [...fileIds])
    .orderBy('fileId')
    .execute();
}

/** Rows per statement, within the parameter limits of both engines. */
export const MAX_ROWS = 500;

const NAMES: { readonly [Table in keyof Tables]?: string } = {
  categories: 'categories',
  tags: 'tags',
  files: 'files',
  posts: 'posts',
  postRevisions: 'saved versions of posts',
  postGroups: 'groups',
  translations: 'translations',
  deletedPosts: 'deleted posts',
  comments: 'comments',
  votes: 'votes',
};

type NewRows = { readonly [Table in keyof Tables]?: readonly Insertable<Tables[Table]>[] };

/** @throws {TransferError} when a row exists already */
export async function insertNew(trx: Transaction, newRows: NewRows): Promise<void> {
  for (const [table, rows] of Object.entries(newRows as Record<keyof Tables, readonly object[]>)) {
    for (const some of chunks(rows, MAX_ROWS)) {
      const { numInsertedOrUpdatedRows = 0n } = await trx
        .insertInto(table as 'posts')
        .values(some as Insertable<Tables['posts']>[])
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === BigInt(some.length)) continue;
      throw new TransferError(
        `Some of its ${NAMES[table as keyof Tables] ?? 'records'} exist in this installation already, or twice in the export.`,
      );
    }
  }
}

export async function insertCategory(
  trx: Transaction,
  category: Omit<Insertable<Tables['categories']>, 'id' | 'parentId' | 'parentPath'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('categories')
    .values({ ...category, parentId: null, parentPath: '0' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function placeCategory(
  trx: Transaction,
  { id, parentId, parentPath }: { readonly id: number; readonly parentId: number; readonly parentPath: string },
): Promise<void> {
  await trx.updateTable('categories').set({ parentId, parentPath }).where('id', '=', id).execute();
}
