import { sql } from 'kysely';
import type { UnfinishedPost } from '#contract/overview.ts';
import type { Db } from '../database/connect.ts';
import { queryEachService } from './each-service.repository.ts';

/** Literal, because a partial index does not match a parameter. */
const draft = sql.lit('draft');

interface OwnPostsQuery {
  readonly serviceIds: readonly string[];
  readonly username: string;
  readonly limit: number;
}

export async function listOwnDrafts(db: Db, { serviceIds, username, limit }: OwnPostsQuery): Promise<UnfinishedPost[]> {
  const at = sql<string>`coalesce(updated_at, created_at)`;
  const rows = await queryEachService(db, serviceIds, (serviceId) =>
    db
      .selectFrom('posts')
      .select(['serviceId', 'postId', 'title', at.as('at')])
      .where('serviceId', '=', serviceId)
      .where('createdBy', '=', username)
      .where('status', '=', draft)
      .orderBy(at, 'desc')
      .orderBy('postId', 'desc')
      .limit(limit),
  );
  return rows.map((row) => ({ ...row, kind: 'draft' }));
}

export async function listOwnCopies(db: Db, { serviceIds, username, limit }: OwnPostsQuery): Promise<UnfinishedPost[]> {
  const rows = await queryEachService(db, serviceIds, (serviceId) =>
    db
      .selectFrom('postWorkingCopies as copies')
      .innerJoin('posts', 'posts.postId', 'copies.postId')
      .select(['copies.serviceId', 'copies.postId', 'posts.title', 'copies.updatedAt as at'])
      .select(({ eb }) =>
        eb.case().when('posts.revision', '>', eb.ref('copies.baseRevision')).then(1).else(0).end().as('isStale'),
      )
      .where('copies.serviceId', '=', serviceId)
      .where('copies.username', '=', username)
      .orderBy('copies.updatedAt', 'desc')
      .orderBy('copies.postId', 'desc')
      .limit(limit),
  );
  return rows.map(({ isStale, ...row }) => ({ ...row, kind: isStale === 1 ? 'stale-copy' : 'working-copy' }));
}
