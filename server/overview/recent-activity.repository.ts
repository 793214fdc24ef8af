import { type Expression, sql } from 'kysely';
import type { RevisionKind } from '#contract/post-history.ts';
import type { Db } from '../database/connect.ts';
import { hasRowLocks } from '../database/write-transaction.ts';
import { queryEachService } from './counts.repository.ts';

export interface RecentQuery {
  readonly serviceIds: readonly string[];
  readonly limit: number;
}

interface PostActivity {
  readonly serviceId: string;
  readonly postId: string;
  readonly title: string;
  readonly at: string;
}

export interface RecentSave extends PostActivity {
  readonly by: string;
  readonly kind: RevisionKind;
  /** Null when the revision exceeds `MAX_PARSED_LENGTH`. */
  readonly status: string | null;
  readonly statusBefore: string | null;
  readonly publishAtBefore: string | null;
  readonly isDeleted: number;
}

/** Parsing longer revisions takes too much time. */
const MAX_PARSED_LENGTH = 200_000;

function readJsonField(db: Db, content: Expression<string>, name: 'status' | 'publishAt') {
  const value = hasRowLocks(db)
    ? sql<string | null>`(${content}::json ->> ${sql.lit(name)})`
    : sql<string | null>`(${content} ->> ${sql.lit(name)})`;
  return sql<string | null>`case when length(${content}) <= ${sql.lit(MAX_PARSED_LENGTH)} then ${value} end`;
}

export async function listRecentSaves(db: Db, { serviceIds, limit }: RecentQuery): Promise<RecentSave[]> {
  return queryEachService(db, serviceIds, (serviceId) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('postRevisions')
          .select(['postId', 'revision'])
          .where('serviceId', '=', serviceId)
          .orderBy('savedAt', 'desc')
          .orderBy('postId', 'desc')
          .orderBy('revision', 'desc')
          .limit(limit)
          .as('late'),
      )
      .innerJoin('postRevisions as saved', (join) =>
        join.onRef('saved.postId', '=', 'late.postId').onRef('saved.revision', '=', 'late.revision'),
      )
      .leftJoin('posts', 'posts.postId', 'late.postId')
      .select(({ ref, selectFrom, eb }) => {
        const before = selectFrom('postRevisions as former')
          .whereRef('former.postId', '=', 'late.postId')
          .whereRef('former.revision', '<', 'late.revision')
          .orderBy('former.revision', 'desc')
          .limit(1);
        return [
          ...(['saved.serviceId', 'saved.postId', 'saved.title', 'saved.savedAt as at'] as const),
          ...(['saved.savedBy as by', 'saved.kind'] as const),
          eb.case().when('posts.postId', 'is', null).then(1).else(0).end().as('isDeleted'),
          readJsonField(db, ref('saved.content'), 'status').as('status'),
          before.select((eb) => readJsonField(db, eb.ref('former.content'), 'status').as('status')).as('statusBefore'),
          before
            .select((eb) => readJsonField(db, eb.ref('former.content'), 'publishAt').as('publishAt'))
            .as('publishAtBefore'),
        ];
      })
      .$narrowType<{ kind: RevisionKind }>(),
  );
}

export async function listScheduledPublications(
  db: Db,
  { serviceIds, limit, now }: RecentQuery & { now: string },
): Promise<PostActivity[]> {
  return queryEachService(db, serviceIds, (serviceId) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('posts')
          .select(['serviceId', 'postId', 'title', 'effectiveAt as at'])
          .$narrowType<{ at: string }>()
          .where('serviceId', '=', serviceId)
          .where('effectiveAt', '<=', now)
          .orderBy('effectiveAt', 'desc')
          .orderBy('postId', 'desc')
          .limit(limit)
          .as('live'),
      )
      .select(['serviceId', 'postId', 'title', 'at'])
      .where(({ selectFrom, eb }) =>
        eb(
          selectFrom('postRevisions as former')
            .select((former) => readJsonField(db, former.ref('former.content'), 'status').as('status'))
            .whereRef('former.postId', '=', 'live.postId')
            .whereRef('former.savedAt', '<=', 'live.at')
            .orderBy('former.revision', 'desc')
            .limit(1),
          '=',
          'reserved',
        ),
      ),
  );
}

export async function listRecentDeletions(
  db: Db,
  { serviceIds, limit }: RecentQuery,
): Promise<(PostActivity & { readonly by: string })[]> {
  return queryEachService(db, serviceIds, (serviceId) =>
    db
      .selectFrom('deletedPosts')
      .select(['serviceId', 'postId', 'title', 'deletedAt as at', 'deletedBy as by'])
      .where('serviceId', '=', serviceId)
      .orderBy('deletedAt', 'desc')
      .orderBy('postId', 'desc')
      .limit(limit),
  );
}

export interface RecentComment {
  readonly serviceId: string;
  readonly contentId: string;
  readonly at: string;
  readonly excerpt: string;
}

const EXCERPT_LENGTH = 120;

export async function listRecentComments(db: Db, { serviceIds, limit }: RecentQuery): Promise<RecentComment[]> {
  return queryEachService(db, serviceIds, (serviceId) =>
    db
      .selectFrom('comments')
      .select(['serviceId', 'contentId', 'createdAt as at', 'commentId'])
      .select(sql<string>`substr(body, 1, ${sql.lit(EXCERPT_LENGTH)})`.as('excerpt'))
      .where('serviceId', '=', serviceId)
      .where('isDeleted', '=', 0)
      .orderBy('commentId', 'desc')
      .limit(limit),
  );
}
