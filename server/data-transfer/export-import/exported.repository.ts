import { sql } from 'kysely';
import type { Database, Db } from '../../database/connect.ts';
import { preventIndexUse } from '../../database/prevent-index-use.ts';
import type { Tables } from '../../database/tables.ts';

/** Keeps the planner from using the service index where rows are found by id. */
const ownService = preventIndexUse(sql.ref('serviceId'));

/** Runs `read` in a read-only snapshot that does not block writers. */
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

type TableOfService = {
  [Table in keyof Tables]: Tables[Table] extends { serviceId: string } ? Table : never;
}[keyof Tables];

export async function countRows(db: Db, table: TableOfService, serviceId: string): Promise<number> {
  const { count } = await db
    .selectFrom(table as 'posts')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('serviceId', '=', serviceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

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
      'parents.slug as parent',
      'categories.orderNo',
      'categories.createdAt',
      'categories.updatedAt',
    ])
    .where('categories.serviceId', '=', serviceId)
    .orderBy('categories.id')
    .execute();
}

/** Reads all ids at once: no index has those of a service in order. */
export async function listTagIds(db: Db, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('tags')
    .select('tagId')
    .where('serviceId', '=', serviceId)
    .orderBy('tagId')
    .execute();
  return rows.map(({ tagId }) => tagId);
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

export async function listFileIds(db: Db, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('files')
    .select('fileId')
    .where('serviceId', '=', serviceId)
    .orderBy('fileId')
    .execute();
  return rows.map(({ fileId }) => fileId);
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

export async function listOriginals(db: Db, serviceId: string) {
  return db
    .selectFrom('files')
    .select(['serviceId', 'fileId', 'fileType', 'mimeType', 'version', 'size'])
    .where('serviceId', '=', serviceId)
    .where('uploadedAt', 'is not', null)
    .orderBy('fileId')
    .execute();
}

export async function listPostIds(db: Db, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('posts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .orderBy('postId')
    .execute();
  return rows.map(({ postId }) => postId);
}

const authoredColumns = [
  'posts.postId',
  'posts.slug',
  'posts.title',
  'posts.label',
  'posts.description',
  'posts.author',
  'posts.contentId',
  'posts.bodyFormat',
  'posts.editorMode',
  'posts.thumbnail',
  'posts.images',
  'posts.files',
  'posts.status',
  'posts.publishAt',
  'posts.effectiveAt',
  'posts.isHiddenInList',
  'posts.revision',
  'posts.createdAt',
  'posts.createdBy',
  'posts.updatedAt',
  'posts.updatedBy',
  'posts.body',
  'posts.links',
] as const;

export async function listPosts(db: Db, serviceId: string, postIds: readonly string[]) {
  return db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select(authoredColumns)
    .select('categories.slug as category')
    .where('posts.postId', 'in', [...postIds])
    .where(preventIndexUse(sql.ref('posts.serviceId')), '=', serviceId)
    .orderBy('posts.postId')
    .execute();
}

export async function listTagsOfPosts(db: Db, serviceId: string, postIds: readonly string[]) {
  return db
    .selectFrom('postTags')
    .select(['postId', 'tagId'])
    .where('postId', 'in', [...postIds])
    .where(ownService, '=', serviceId)
    .orderBy('tagId')
    .execute();
}

export async function listRedirectsOfPosts(db: Db, serviceId: string, postIds: readonly string[]) {
  return db
    .selectFrom('postSlugRedirects')
    .select(['postId', 'slug', 'createdAt'])
    .where('postId', 'in', [...postIds])
    .where(ownService, '=', serviceId)
    .orderBy('slug')
    .execute();
}

export async function listSourcesOfPosts(db: Db, serviceId: string, postIds: readonly string[]) {
  return db
    .selectFrom('postImports')
    .select(['postId', 'sourcePath', 'contentHash', 'postRevision', 'importedAt'])
    .where('postId', 'in', [...postIds])
    .where(ownService, '=', serviceId)
    .orderBy('sourcePath')
    .execute();
}

export interface RevisionSize {
  readonly postId: string;
  readonly revision: number;
  readonly bytes: number;
}

export async function listRevisionSizes(
  db: Db,
  serviceId: string,
  postIds: readonly string[],
): Promise<RevisionSize[]> {
  return db
    .selectFrom('postRevisions')
    .select(['postId', 'revision', sql<number>`octet_length(content)`.as('bytes')])
    .where('postId', 'in', [...postIds])
    .where(ownService, '=', serviceId)
    .orderBy('postId')
    .orderBy('revision')
    .execute();
}

export async function listRevisions(db: Db, serviceId: string, keys: readonly Omit<RevisionSize, 'bytes'>[]) {
  return db
    .selectFrom('postRevisions')
    .select(['postId', 'revision', 'kind', 'savedAt', 'savedBy', 'content'])
    .where((eb) =>
      eb.or(keys.map(({ postId, revision }) => eb.and([eb('postId', '=', postId), eb('revision', '=', revision)]))),
    )
    .where(ownService, '=', serviceId)
    .orderBy('postId')
    .orderBy('revision')
    .execute();
}

export async function listGroups(db: Db, serviceId: string) {
  return db
    .selectFrom('postGroups')
    .select(['groupId', 'slug', 'label', 'createdAt', 'updatedAt'])
    .where('serviceId', '=', serviceId)
    .orderBy('groupId')
    .execute();
}

export async function listPlacesOfGroup(db: Db, serviceId: string, groupId: string) {
  return db
    .selectFrom('postGroupPosts')
    .select(['postId', 'position'])
    .where('groupId', '=', groupId)
    .where(ownService, '=', serviceId)
    .orderBy('position')
    .orderBy('postId')
    .execute();
}

export async function listBinnedPostIds(db: Db, serviceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('deletedPosts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .orderBy('postId')
    .execute();
  return rows.map(({ postId }) => postId);
}

export async function listBinnedPosts(db: Db, serviceId: string, postIds: readonly string[]) {
  return db
    .selectFrom('deletedPosts')
    .select(['postId', 'deletedAt', 'deletedBy', 'content'])
    .where('postId', 'in', [...postIds])
    .where(ownService, '=', serviceId)
    .orderBy('postId')
    .execute();
}
