import { sql } from 'kysely';
import type { ServiceCounts } from '#contract/overview.ts';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '../database/connect.ts';
import { askOfEach } from './each-service.repository.ts';

interface PostCount {
  readonly serviceId: string;
  readonly status: PostStatus;
  readonly count: number;
}

/** Counts posts by status. Due posts still stored as `reserved` count as published. */
export async function countPosts(db: Db, serviceIds: readonly string[], now: string): Promise<PostCount[]> {
  if (serviceIds.length === 0) return [];
  const stored = await db
    .selectFrom('posts')
    .select(({ fn }) => ['serviceId', 'status', fn.countAll<number | string>().as('count')])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', 'in', serviceIds)
    .groupBy(['serviceId', 'status'])
    .execute();
  const due = await askOfEach(db, serviceIds, (serviceId) =>
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

type Counted = Pick<ServiceCounts, 'serviceId' | 'comments' | 'files' | 'votes'>;

export async function countParts(db: Db, serviceIds: readonly string[]): Promise<Counted[]> {
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
