import { sql } from 'kysely';
import type { ScheduledPost, SchedulePagerKey } from '#contract/schedule.ts';
import { emitTick } from '../../database/commits.ts';
import type { Db } from '../../database/connect.ts';
import type { Transaction } from '../../database/tables.ts';

/** A literal, because a parameter does not match the condition of the partial indexes. */
const reserved = sql.lit('reserved');

export interface ReservedPost {
  readonly serviceId: string;
  readonly postId: string;
}

export async function listDuePosts(db: Db, { now, limit }: { now: string; limit: number }): Promise<ReservedPost[]> {
  return db
    .selectFrom('posts')
    .select(['serviceId', 'postId'])
    .where('status', '=', reserved)
    .where('effectiveAt', '<=', now)
    .orderBy('effectiveAt')
    .orderBy('postId')
    .limit(limit)
    .execute();
}

export interface RecordedPost extends ReservedPost {
  readonly slug: string;
  readonly effectiveAt: string;
}

/**
 * Skips posts that another process published. Does not count as a save: revision, author and save time stay.
 * @returns posts that this call published
 */
export async function publishReservedPosts(
  trx: Transaction,
  { serviceId, postIds, now }: { serviceId: string; postIds: readonly string[]; now: string },
): Promise<RecordedPost[]> {
  const rows = await trx
    .updateTable('posts')
    .set({ status: 'published' })
    .where('serviceId', '=', serviceId)
    .where('postId', 'in', [...postIds])
    .where('status', '=', 'reserved')
    .where('effectiveAt', '<=', now)
    .returning(['postId', 'slug', 'effectiveAt'])
    .$narrowType<{ effectiveAt: string }>()
    .execute();
  return rows.map((row) => ({ ...row, serviceId })).toSorted(byTime);
}

const CLOCK_NAME = 'schedule';

export async function recordTick(trx: Transaction, tickedAt: string): Promise<void> {
  await trx
    .insertInto('clockTicks')
    .values({ name: CLOCK_NAME, tickedAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ tickedAt }))
    .execute();
  await emitTick(trx);
}

export interface ClockFacts {
  readonly tickedAt: string | null;
  readonly firstDueAt: string | null;
}

export async function findClockFacts(db: Db): Promise<ClockFacts> {
  return db
    .selectNoFrom((eb) => [
      eb.selectFrom('clockTicks').select('tickedAt').where('name', '=', CLOCK_NAME).as('tickedAt'),
      eb
        .selectFrom('posts')
        .select('effectiveAt')
        .where('status', '=', reserved)
        .orderBy('effectiveAt')
        .limit(1)
        .as('firstDueAt'),
    ])
    .executeTakeFirstOrThrow();
}

export interface UpcomingOptions {
  readonly serviceIds: readonly string[];
  readonly now: string;
  readonly after?: SchedulePagerKey | undefined;
  readonly limit: number;
}

/** SQLite limits a compound SELECT to 500 terms. */
const SERVICES_PER_QUERY = 100;

/** The cost does not grow with the number of other posts. */
export async function listUpcomingPosts(db: Db, options: UpcomingOptions): Promise<ScheduledPost[]> {
  const { serviceIds, limit } = options;
  const parts: ScheduledPost[][] = [];
  for (let start = 0; start < serviceIds.length; start += SERVICES_PER_QUERY) {
    const some = serviceIds.slice(start, start + SERVICES_PER_QUERY);
    parts.push(await listUpcomingOfSome(db, { ...options, serviceIds: some }));
  }
  return parts.flat().toSorted(byTime).slice(0, limit);
}

async function listUpcomingOfSome(db: Db, { serviceIds, ...options }: UpcomingOptions): Promise<ScheduledPost[]> {
  const [first, ...others] = serviceIds.map((serviceId) =>
    db.selectFrom(upcomingKeys(db, serviceId, options).as('some')).select(['postId', 'effectiveAt']),
  );
  if (!first) return [];
  const keys = others.reduce((all, some) => all.unionAll(some), first);
  return db
    .selectFrom(keys.as('keys'))
    .innerJoin('posts', 'posts.postId', 'keys.postId')
    .select(['posts.serviceId', 'posts.postId', 'slug', 'title', 'publishAt', 'posts.effectiveAt'])
    .$narrowType<{ publishAt: string; effectiveAt: string }>()
    .orderBy('keys.effectiveAt')
    .orderBy('keys.postId')
    .limit(options.limit)
    .execute();
}

function upcomingKeys(db: Db, serviceId: string, { now, after, limit }: Omit<UpcomingOptions, 'serviceIds'>) {
  const keys = db
    .selectFrom('posts')
    .select(['postId', 'effectiveAt'])
    .where('serviceId', '=', serviceId)
    .where('status', '=', reserved)
    .orderBy('effectiveAt')
    .orderBy('postId')
    .limit(limit);
  // A single bound, so that both engines seek to it in the index.
  return after && after.effectiveAt > now
    ? keys.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('effectiveAt', 'postId'), '>', tuple(after.effectiveAt, after.postId)),
      )
    : keys.where('effectiveAt', '>', now);
}

interface Timed {
  readonly effectiveAt: string;
  readonly postId: string;
}

function byTime(one: Timed, other: Timed): number {
  return keyOf(one) < keyOf(other) ? -1 : 1;
}

const keyOf = ({ effectiveAt, postId }: Timed) => `${effectiveAt} ${postId}`;
