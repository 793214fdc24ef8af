import type { Db } from '../database/connect.ts';

export interface ServiceRevision {
  readonly serviceId: string;
  readonly revision: number;
  readonly recentChanges: string;
  readonly nextListedAt: string | null;
}

export async function listServiceRevisions(db: Db, now: string): Promise<ServiceRevision[]> {
  return db
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
    ])
    .orderBy('serviceId')
    .execute();
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
