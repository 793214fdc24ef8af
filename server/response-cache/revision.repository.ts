import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';

export interface ServiceRevision {
  readonly serviceId: string;
  readonly revision: number;
  readonly recentChanges: string;
  /** The next time at which readers see a scheduled post, also one that is in no list. */
  readonly nextVisibleAt: string | null;
}

export async function listServiceRevisions(db: Db, now: string): Promise<ServiceRevision[]> {
  const rows = await db
    .selectFrom('services')
    .select((eb) => [
      'serviceId',
      'revision',
      'recentChanges',
      eb
        .selectFrom('posts')
        .select(({ fn }) => fn.min('posts.listedAt').as('listedAt'))
        .whereRef('posts.serviceId', '=', 'services.serviceId')
        .where('posts.listedAt', '>', now)
        .as('nextListedAt'),
      eb
        .selectFrom('posts')
        .select(({ fn }) => fn.min('posts.effectiveAt').as('effectiveAt'))
        .whereRef('posts.serviceId', '=', 'services.serviceId')
        // A literal, because a parameter does not match the condition of the partial index.
        .where('posts.status', '=', sql.lit('reserved'))
        .where('posts.effectiveAt', '>', now)
        .as('nextReservedAt'),
      // Pages of a service link to translations, which may be posts of others.
      eb
        .case()
        .when(
          eb
            .selectFrom('translations')
            .select('translations.setId')
            .whereRef('translations.serviceId', '=', 'services.serviceId')
            .orderBy('translations.setId')
            .limit(1),
          'is not',
          null,
        )
        .then(
          eb
            .selectFrom('posts')
            .select('posts.effectiveAt')
            .where('posts.status', '=', sql.lit('reserved'))
            .where('posts.effectiveAt', '>', now)
            .where(({ exists, selectFrom }) =>
              exists(
                selectFrom('translations')
                  .select('translations.postId')
                  .whereRef('translations.postId', '=', 'posts.postId'),
              ),
            )
            .orderBy('posts.effectiveAt')
            .orderBy('posts.postId')
            .limit(1),
        )
        .end()
        .as('nextTranslationAt'),
    ])
    .orderBy('serviceId')
    .execute();
  return rows.map(({ nextListedAt, nextReservedAt, nextTranslationAt, ...row }) => {
    // Reserved posts that are hidden in lists have no `listedAt`.
    const [nextVisibleAt = null] = [nextListedAt, nextReservedAt, nextTranslationAt].filter((at) => at !== null).sort();
    return { ...row, nextVisibleAt };
  });
}

export async function findServiceRevision(db: Db, serviceId: string): Promise<number | undefined> {
  const service = await db
    .selectFrom('services')
    .select('revision')
    .where('serviceId', '=', serviceId)
    .executeTakeFirst();
  return service?.revision;
}

export async function findContentIdOfPost(db: Db, serviceId: string, slug: string): Promise<string | undefined> {
  const post = await db
    .selectFrom('posts')
    .select('contentId')
    .where('serviceId', '=', serviceId)
    .where('slug', '=', slug)
    .executeTakeFirst();
  return post?.contentId;
}

export async function findThreadRevision(db: Db, serviceId: string, contentId: string): Promise<number> {
  const thread = await db
    .selectFrom('talks')
    .select('revision')
    .where('serviceId', '=', serviceId)
    .where('contentId', '=', contentId)
    .executeTakeFirst();
  return thread?.revision ?? 0;
}
