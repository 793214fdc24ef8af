import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../../database/connect.ts';
import type { PostSlugRedirectRow } from '../../database/post-tables.ts';
import { compiledQuery } from '../../database/queries.ts';
import type { PostRow, Transaction } from '../../database/tables.ts';
import type { PostState } from '../post-state.ts';

export async function saveSlugRedirect(trx: Transaction, redirect: PostSlugRedirectRow): Promise<void> {
  const { postId, createdAt } = redirect;
  await trx
    .insertInto('postSlugRedirects')
    .values(redirect)
    .onConflict((conflict) => conflict.columns(['serviceId', 'slug']).doUpdateSet({ postId, createdAt }))
    .execute();
  await deleteOldRedirects(trx, redirect);
}

export const MAX_REDIRECTS = 100;

async function deleteOldRedirects(
  trx: Transaction,
  { serviceId, postId }: Pick<PostSlugRedirectRow, 'serviceId' | 'postId'>,
): Promise<void> {
  const old = await trx
    .selectFrom('postSlugRedirects')
    .select('slug')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .orderBy('createdAt', 'desc')
    .orderBy('slug')
    .limit(MAX_REDIRECTS)
    .offset(MAX_REDIRECTS)
    .execute();
  for (const { slug } of old) await deleteSlugRedirect(trx, serviceId, slug);
}

const deleteRedirect = compiledQuery((db, { serviceId, slug }: { serviceId: string; slug: string }) =>
  db.deleteFrom('postSlugRedirects').where('serviceId', '=', serviceId).where('slug', '=', slug),
);

export async function deleteSlugRedirect(trx: Transaction, serviceId: string, slug: string): Promise<void> {
  await deleteRedirect(trx, { serviceId, slug });
}

export async function findSlugRedirect(db: Db, serviceId: string, slug: string): Promise<RedirectedPost | undefined> {
  return db
    .selectFrom('postSlugRedirects')
    .innerJoin('posts', 'posts.postId', 'postSlugRedirects.postId')
    .select([
      'posts.slug',
      'posts.status',
      'posts.publishAt',
      'posts.effectiveAt',
      'posts.previewToken',
      'posts.previewExpiresAt',
    ])
    .$narrowType<{ status: PostStatus }>()
    .where('postSlugRedirects.serviceId', '=', serviceId)
    .where('postSlugRedirects.slug', '=', slug)
    .where('posts.serviceId', '=', serviceId)
    .executeTakeFirst();
}

export type RedirectedPost = Pick<
  PostRow,
  'slug' | 'publishAt' | 'effectiveAt' | 'previewToken' | 'previewExpiresAt'
> & {
  readonly status: PostStatus;
};

export async function listUsedSlugs(db: Db, serviceId: string, slugs: readonly string[]): Promise<Set<string>> {
  if (slugs.length === 0) return new Set();
  const rows = await db
    .selectFrom('posts')
    .select('slug')
    .where('serviceId', '=', serviceId)
    .where('slug', 'in', [...slugs])
    .unionAll(
      db
        .selectFrom('postSlugRedirects')
        .select('slug')
        .where('serviceId', '=', serviceId)
        .where('slug', 'in', [...slugs]),
    )
    .execute();
  return new Set(rows.map(({ slug }) => slug));
}

export async function findPostState(db: Db, serviceId: string, slug: string): Promise<PostState | undefined> {
  return db
    .selectFrom('posts')
    .select(['status', 'publishAt', 'effectiveAt'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
}
