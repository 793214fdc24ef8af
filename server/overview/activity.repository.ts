import { sql } from 'kysely';
import type { Db } from '../database/connect.ts';
import { toInstant } from '../platform/clock.ts';
import { firstIdAt } from '../platform/ids.ts';
import type { Period } from './day-bounds.ts';

interface PeriodCounts {
  readonly posts: number;
  readonly comments: number;
  readonly votes: number;
}

export async function countActivity(
  db: Db,
  { serviceId, stretches, now }: { serviceId: string; stretches: readonly Period[]; now: Date },
): Promise<PeriodCounts[]> {
  // Excludes posts scheduled for later today.
  const next = toInstant(new Date(now.getTime() + 1000));
  const bounds = stretches.map(({ begins, ends }, place) => {
    const ids = [begins, ends].map((instant) => firstIdAt(new Date(instant)));
    return sql`(${sql.join([sql.lit(place), begins, ends, ends < next ? ends : next, ...ids])})`;
  });
  const { rows } = await sql<{ [Name in keyof PeriodCounts]: number | string }>`
    with stretches (place, begins, ends, until, first_id, end_id) as (values ${sql.join(bounds)})
    select
      (select count(*) from posts where service_id = ${serviceId} and effective_at >= begins and effective_at < until) as posts,
      (select count(*) from comments where service_id = ${serviceId} and is_deleted = 0
        and comment_id >= first_id and comment_id < end_id) as comments,
      (select count(*) from votes where service_id = ${serviceId} and created_at >= begins and created_at < ends) as votes
    from stretches order by place`.execute(db);
  return rows.map(({ posts, comments, votes }) => ({
    posts: Number(posts),
    comments: Number(comments),
    votes: Number(votes),
  }));
}
