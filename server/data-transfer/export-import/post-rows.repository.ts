import { type Insertable, sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import { chunks, preventIndexUse } from '../../database/queries.ts';
import type { Tables, Transaction } from '../../database/tables.ts';
import { MAX_ROWS, ownService } from './service-rows.repository.ts';

const authoredColumns = [
  'posts.postId',
  'posts.slug',
  'posts.title',
  'posts.label',
  'posts.description',
  'posts.author',
  'posts.language',
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
  'posts.textUpdatedAt',
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

export async function listPostsOfGroup(db: Db, serviceId: string, groupId: string) {
  return db
    .selectFrom('postGroupPosts')
    .select(['postId', 'position'])
    .where('groupId', '=', groupId)
    .where(ownService, '=', serviceId)
    .orderBy('position')
    .orderBy('postId')
    .execute();
}

export async function listTranslations(db: Db, serviceId: string) {
  return db
    .selectFrom('translations')
    .select(['postId', 'setId', 'language', 'isLead', 'originalId', 'originalRevision', 'reviewedBlocks'])
    .select(['outdated', 'missing', 'extra'])
    .where('serviceId', '=', serviceId)
    .orderBy('postId')
    .execute();
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

export async function insertFileUses(
  trx: Transaction,
  uses: readonly (Omit<Insertable<Tables['fileUses']>, 'revision'> & { readonly revision: number })[],
): Promise<void> {
  const newest = new Map<string, (typeof uses)[number]>();
  for (const use of uses) {
    const key = `${use.postId} ${use.place} ${use.fileId}`;
    if (use.revision >= (newest.get(key)?.revision ?? 0)) newest.set(key, use);
  }
  for (const rows of chunks([...newest.values()], MAX_ROWS)) {
    await trx
      .insertInto('fileUses')
      .values([...rows])
      .onConflict((conflict) =>
        conflict
          .columns(['fileId', 'postId', 'place'])
          .doUpdateSet({ revision: (eb) => eb.ref('excluded.revision') })
          .whereRef('excluded.revision', '>', 'fileUses.revision'),
      )
      .execute();
  }
}
