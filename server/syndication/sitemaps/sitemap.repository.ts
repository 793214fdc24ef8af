import { sql } from 'kysely';
import type { Db } from '../../database/connect.ts';
import type { PostRow } from '../../database/tables.ts';
import { languageOfPost } from '../../posts/index.ts';

const MAX_CHANGES = 1000;

/** Must match the expression of the index. */
const updatedAt = sql<string>`coalesce(posts.updated_at, '')`;

export interface ServiceInSitemap {
  readonly serviceId: string;
  /** Latest publication; null without posts. */
  readonly newestAt: string | null;
  readonly changedAt: string | null;
  readonly hasTags: boolean;
  readonly hasMorePosts: boolean;
  readonly hasMoreTags: boolean;
}

interface Size {
  readonly partSize: number;
}

export async function listServicesInSitemap(
  db: Db,
  { now, partSize }: { readonly now: string } & Size,
): Promise<ServiceInSitemap[]> {
  const rows = await db
    .selectFrom('services')
    .select((eb) => {
      const listed = eb
        .selectFrom('posts')
        .whereRef('posts.serviceId', '=', 'services.serviceId')
        .where('posts.listedAt', '<=', now);
      const lastChanges = eb
        .selectFrom('posts')
        .select(['posts.listedAt', updatedAt.as('updated')])
        .whereRef('posts.serviceId', '=', 'services.serviceId')
        .orderBy(updatedAt, 'desc')
        .orderBy('posts.postId', 'desc')
        .limit(MAX_CHANGES);
      const tags = eb
        .selectFrom('tags')
        .select('tags.tagId')
        .whereRef('tags.serviceId', '=', 'services.serviceId')
        .orderBy('tags.label')
        .limit(1);
      return [
        'serviceId',
        listed.select(({ fn }) => fn.max('posts.listedAt').as('at')).as('newestAt'),
        eb
          .selectFrom(lastChanges.as('some'))
          .select(({ fn }) => fn.max('some.updated').as('at'))
          .where('some.listedAt', '<=', now)
          .as('changedAt'),
        listed
          .select('posts.postId')
          .orderBy('posts.listedAt')
          .orderBy('posts.postId')
          .limit(1)
          .offset(partSize)
          .as('nextPostId'),
        tags.as('firstTagId'),
        tags.offset(partSize).as('nextTagId'),
      ];
    })
    .where('functions', 'like', '%"post"%')
    .orderBy('serviceId')
    .execute();
  return rows.map(({ nextPostId, firstTagId, nextTagId, ...row }) => ({
    ...row,
    hasTags: firstTagId !== null,
    hasMorePosts: nextPostId !== null,
    hasMoreTags: nextTagId !== null,
  }));
}

export interface PostPosition {
  readonly listedAt: string;
  readonly postId: string;
}

interface Range {
  readonly serviceId: string;
  readonly now: string;
  readonly from?: PostPosition | undefined;
}

function listedPosts(db: Db, { serviceId, now, from }: Range) {
  return db
    .selectFrom('posts')
    .where('serviceId', '=', serviceId)
    .where('listedAt', '<=', now)
    .$if(from !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('listedAt', 'postId'), '>=', tuple(from?.listedAt ?? '', from?.postId ?? '')),
      ),
    )
    .orderBy('listedAt')
    .orderBy('postId');
}

export async function findPartEnd(
  db: Db,
  { partSize, ...range }: Range & Size,
): Promise<{ readonly last: PostPosition; readonly next: PostPosition } | undefined> {
  const [last, next] = await listedPosts(db, range)
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('listedAt')])
    .limit(2)
    .offset(partSize - 1)
    .execute();
  return last && next && { last, next };
}

export async function findPostPosition(
  db: Db,
  { serviceId, postId, now }: { readonly serviceId: string; readonly postId: string; readonly now: string },
): Promise<PostPosition | undefined> {
  return db
    .selectFrom('posts')
    .select((eb) => ['postId', eb.ref('listedAt').$notNull().as('listedAt')])
    .where('postId', '=', postId)
    .where('serviceId', '=', serviceId)
    .where('listedAt', '<=', now)
    .executeTakeFirst();
}

type PostInSitemap = Pick<
  PostRow,
  'postId' | 'slug' | 'title' | 'excerpt' | 'thumbnail' | 'images' | 'files' | 'updatedAt'
> & {
  readonly listedAt: string;
  /** Language tag chosen by an editor, or empty. */
  readonly language: string;
};

export async function listPostsOfPart(db: Db, { partSize, ...range }: Range & Size): Promise<PostInSitemap[]> {
  return listedPosts(db, range)
    .select((eb) => [
      ...(['postId', 'slug', 'title', 'excerpt', 'thumbnail', 'images', 'files', 'updatedAt'] as const),
      eb.ref('listedAt').$notNull().as('listedAt'),
      languageOfPost(db).as('language'),
    ])
    .limit(partSize)
    .execute();
}

export async function listLastChanges(
  db: Db,
  serviceId: string,
): Promise<{ readonly updatedAt: string; readonly listedAt: string | null; readonly postId: string }[]> {
  return db
    .selectFrom('posts')
    .select([updatedAt.as('updatedAt'), 'listedAt', 'postId'])
    .where('serviceId', '=', serviceId)
    .orderBy(updatedAt, 'desc')
    .orderBy('postId', 'desc')
    .limit(MAX_CHANGES)
    .execute();
}

export async function listCategoriesInSitemap(db: Db, { serviceId, now }: Omit<Range, 'from'>) {
  return db
    .selectFrom('categories')
    .select((eb) => [
      'id',
      'slug',
      'parentPath',
      eb
        .selectFrom('posts')
        .select(({ fn }) => fn.max('posts.listedAt').as('at'))
        .whereRef('posts.serviceId', '=', 'categories.serviceId')
        .whereRef('posts.categoryId', '=', 'categories.id')
        .where('posts.listedAt', '<=', now)
        .as('newestAt'),
    ])
    .where('serviceId', '=', serviceId)
    .orderBy('slug')
    .execute();
}

export async function listGroupsInSitemap(db: Db, { serviceId, now }: Omit<Range, 'from'>) {
  const rows = await db
    .selectFrom('postGroups')
    .select((eb) => [
      'slug',
      'updatedAt',
      eb
        .selectFrom('postGroupPosts')
        .innerJoin('posts', 'posts.postId', 'postGroupPosts.postId')
        .select('posts.postId')
        .whereRef('postGroupPosts.groupId', '=', 'postGroups.groupId')
        .where('posts.listedAt', '<=', now)
        .orderBy('postGroupPosts.position')
        .orderBy('postGroupPosts.postId')
        .limit(1)
        .as('firstPostId'),
    ])
    .where('serviceId', '=', serviceId)
    .orderBy('slug')
    .execute();
  return rows.filter(({ firstPostId }) => firstPostId !== null);
}

export async function listTagsOfPart(
  db: Db,
  {
    serviceId,
    now,
    fromLabel = '',
    partSize,
  }: Omit<Range, 'from'> & Size & { readonly fromLabel?: string | undefined },
) {
  return db
    .selectFrom('tags')
    .select((eb) => [
      'label',
      eb
        .selectFrom('postTags')
        .select(({ fn }) => fn.max('postTags.listedAt').as('at'))
        .whereRef('postTags.tagId', '=', 'tags.tagId')
        .where('postTags.listedAt', '<=', now)
        .as('newestAt'),
    ])
    .where('serviceId', '=', serviceId)
    .where('label', '>=', fromLabel)
    .orderBy('label')
    .limit(partSize)
    .execute();
}

export async function findNextTag(
  db: Db,
  { serviceId, fromLabel = '', partSize }: { readonly serviceId: string; readonly fromLabel?: string } & Size,
): Promise<{ readonly tagId: string; readonly label: string } | undefined> {
  return db
    .selectFrom('tags')
    .select(['tagId', 'label'])
    .where('serviceId', '=', serviceId)
    .where('label', '>=', fromLabel)
    .orderBy('label')
    .limit(1)
    .offset(partSize)
    .executeTakeFirst();
}

export async function findTagLabel(
  db: Db,
  { serviceId, tagId }: { readonly serviceId: string; readonly tagId: string },
): Promise<string | undefined> {
  const row = await db
    .selectFrom('tags')
    .select('label')
    .where('tagId', '=', tagId)
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return row?.label;
}
