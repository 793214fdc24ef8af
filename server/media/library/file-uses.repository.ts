import { FilePlace, type FileUse } from '#contract/admin-files.ts';
import { statusAt } from '#contract/post-status.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../../database/connect.ts';
import { preventIndexUse } from '../../database/queries.ts';
import { categoryOfUse, keyOfCategoryUse } from '../../media-uses/index.ts';
import type { FileKey } from '../file.repository.ts';

interface UsesOptions extends FileKey {
  readonly after: string | undefined;
  readonly limit: number;
}

export async function listUses(
  db: Db,
  { now, ...options }: UsesOptions & { readonly now: string },
): Promise<FileUse[]> {
  const posts = await listUsingPosts(db, options);
  const postIds = posts.map(({ postId }) => postId);
  const places = Map.groupBy(await listPlaces(db, { ...options, postIds }), ({ postId }) => postId);
  const categories = await categoriesAmong(db, options.serviceId, postIds);
  return posts.map(({ postId, slug, title, status, effectiveAt }) => ({
    postId,
    slug: slug ?? categories.get(postId)?.slug ?? '',
    title: title ?? categories.get(postId)?.label ?? '',
    status: status === null ? null : statusAt({ status: status as PostStatus, effectiveAt }, now),
    places: FilePlace.options.filter((place) => places.get(postId)?.some((use) => use.place === place)),
  }));
}

async function categoriesAmong(db: Db, serviceId: string, keys: readonly string[]) {
  const ids = keys.flatMap((key) => categoryOfUse(key) ?? []);
  if (ids.length === 0) return new Map();
  const found = await db
    .selectFrom('categories')
    .select(['id', 'slug', 'label'])
    .where('serviceId', '=', serviceId)
    .where('id', 'in', ids)
    .execute();
  return new Map(found.map(({ id, ...category }) => [keyOfCategoryUse(id), category]));
}

export async function listUsingPosts(db: Db, { serviceId, fileId, after, limit }: UsesOptions) {
  return db
    .selectFrom((eb) => {
      const ids = eb
        .selectFrom('fileUses')
        .select('fileUses.postId')
        .distinct()
        .where('fileUses.fileId', '=', fileId)
        .where((own) => own(preventIndexUse(own.ref('fileUses.serviceId')), '=', serviceId))
        .orderBy('fileUses.postId')
        .limit(limit);
      return (after === undefined ? ids : ids.where('fileUses.postId', '>', after)).as('uses');
    })
    .leftJoin('posts', 'posts.postId', 'uses.postId')
    .leftJoin('deletedPosts', 'deletedPosts.postId', 'uses.postId')
    .select((eb) => [
      'uses.postId',
      eb.fn.coalesce('posts.slug', 'deletedPosts.slug').as('slug'),
      eb.fn.coalesce('posts.title', 'deletedPosts.title').as('title'),
      'posts.status',
      'posts.effectiveAt',
    ])
    .orderBy('uses.postId')
    .execute();
}

export async function listPlaces(
  db: Db,
  { serviceId, fileId, postIds }: FileKey & { readonly postIds: readonly string[] },
): Promise<{ postId: string; place: string }[]> {
  if (postIds.length === 0) return [];
  return db
    .selectFrom('fileUses')
    .select(['postId', 'place'])
    .where('fileId', '=', fileId)
    .where('postId', 'in', [...postIds])
    .where((eb) => eb(preventIndexUse(eb.ref('serviceId')), '=', serviceId))
    .execute();
}
