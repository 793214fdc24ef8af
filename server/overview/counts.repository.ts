import { type Expression, sql } from 'kysely';
import type { ServiceCounts, UnfinishedPost } from '#contract/overview.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { toInstant } from '../platform/clock.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { Period } from './day-bounds.ts';

interface PostCount {
  readonly serviceId: string;
  readonly status: PostStatus;
  readonly count: number;
}

/** Due posts still stored as `reserved` count as published. */
export async function countPosts(db: Db, serviceIds: readonly string[], now: string): Promise<PostCount[]> {
  if (serviceIds.length === 0) return [];
  const stored = await db
    .selectFrom('posts')
    .select(({ fn }) => ['serviceId', 'status', fn.countAll<number | string>().as('count')])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', 'in', serviceIds)
    .groupBy(['serviceId', 'status'])
    .execute();
  const due = await queryEachService(db, serviceIds, (serviceId) =>
    db
      .selectFrom('posts')
      .select(({ fn }) => [sql.val(serviceId).as('serviceId'), fn.countAll<number | string>().as('count')])
      .where('serviceId', '=', serviceId)
      .where('status', '=', sql.lit('reserved'))
      .where('effectiveAt', '<=', now),
  );
  return [
    ...stored.map((row) => ({ ...row, count: Number(row.count) })),
    ...due.flatMap(({ serviceId, count }) => [
      { serviceId, status: 'reserved' as const, count: -Number(count) },
      { serviceId, status: 'published' as const, count: Number(count) },
    ]),
  ];
}

type PartCounts = Pick<ServiceCounts, 'serviceId' | 'comments' | 'files' | 'votes'>;

export async function countParts(db: Db, serviceIds: readonly string[]): Promise<PartCounts[]> {
  if (serviceIds.length === 0) return [];
  const rows = await db
    .selectFrom('services')
    .leftJoin('commentTotals', 'commentTotals.serviceId', 'services.serviceId')
    .leftJoin('voteTotals', 'voteTotals.serviceId', 'services.serviceId')
    .select(({ selectFrom }) => [
      'services.serviceId',
      sql<number>`coalesce(publish_count + unpublish_count + unconfirm_count, 0)`.as('comments'),
      sql<number>`coalesce(vote_count, 0)`.as('votes'),
      selectFrom('files')
        .select(({ fn }) => fn.countAll<number | string>().as('count'))
        .whereRef('files.serviceId', '=', 'services.serviceId')
        .where('files.status', '=', 'published')
        .as('files'),
    ])
    .where('services.serviceId', 'in', serviceIds)
    .execute();
  return rows.map(({ files, ...row }) => ({ ...row, files: Number(files) }));
}

interface PeriodCounts {
  readonly posts: number;
  readonly comments: number;
  readonly votes: number;
}

export async function countActivity(
  db: Db,
  { serviceId, stretches, now }: { serviceId: string; stretches: readonly Period[]; now: Date },
): Promise<PeriodCounts[]> {
  const next = toInstant(new Date(now.getTime() + 1000));
  const bounds = stretches.map(({ begins, ends }, ordinal) => {
    const ids = [begins, ends].map((instant) => firstIdAt(new Date(instant)));
    return sql`(${sql.join([sql.lit(ordinal), begins, ends, ends < next ? ends : next, ...ids])})`;
  });
  const { rows } = await sql<{ [Name in keyof PeriodCounts]: number | string }>`
    with stretches (ordinal, begins, ends, until, first_id, end_id) as (values ${sql.join(bounds)})
    select
      (select count(*) from posts where service_id = ${serviceId} and effective_at >= begins and effective_at < until) as posts,
      (select count(*) from comments where service_id = ${serviceId} and is_deleted = 0
        and comment_id >= first_id and comment_id < end_id) as comments,
      (select count(*) from votes where service_id = ${serviceId} and created_at >= begins and created_at < ends) as votes
    from stretches order by ordinal`.execute(db);
  return rows.map(({ posts, comments, votes }) => ({
    posts: Number(posts),
    comments: Number(comments),
    votes: Number(votes),
  }));
}

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
        eb
          .case()
          .when(
            // The copy of a draft that was never saved by hand is based on 0.
            eb.and([eb('posts.revision', '>', 1), eb('posts.revision', '>', eb.ref('copies.baseRevision'))]),
          )
          .then(1)
          .else(0)
          .end()
          .as('isStale'),
      )
      .where('copies.serviceId', '=', serviceId)
      .where('copies.username', '=', username)
      .orderBy('copies.updatedAt', 'desc')
      .orderBy('copies.postId', 'desc')
      .limit(limit),
  );
  return rows.map(({ isStale, ...row }) => ({ ...row, kind: isStale === 1 ? 'stale-copy' : 'working-copy' }));
}

/** SQLite limits compound queries to 500 parts. */
const SERVICES_PER_QUERY = 100;

/** Joins the queries by `union all`, so that each uses its own part of an index. */
export async function queryEachService<Row>(
  db: Db,
  serviceIds: readonly string[],
  ask: (serviceId: string) => Expression<Row>,
): Promise<Row[]> {
  const found: Row[] = [];
  for (let start = 0; start < serviceIds.length; start += SERVICES_PER_QUERY) {
    const parts = serviceIds
      .slice(start, start + SERVICES_PER_QUERY)
      .map((serviceId) => sql`select * from ${ask(serviceId)} as part`);
    const { rows } = await sql<Row>`${sql.join(parts, sql` union all `)}`.execute(db);
    found.push(...rows);
  }
  return found;
}
