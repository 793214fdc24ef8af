import { type CommentStatus, defaultServiceConfigs } from '#contract/service-configs.ts';
import type { ServiceFunction } from '#contract/services.ts';
import type { Db } from '../database/connect.ts';
import { listHiddenContents } from '../posts/index.ts';

export interface CommentPlace {
  readonly hasComments: boolean;
  /** True when readers see none of the posts with this content id; its comments are hidden, too. */
  readonly isHidden: boolean;
  /** True when this content id accepts comments; `hasComments` has to be checked as well. */
  readonly isAccepted: boolean;
  readonly startsAs: CommentStatus;
  readonly asksForWork: boolean;
}

interface CommentPlaceKey {
  readonly serviceId: string;
  readonly contentId: string;
  readonly now: string;
}

/**
 * Reads the comment settings of a content id. Once content ids are registered, all others reject comments. Comments are
 * also rejected while readers cannot see the post.
 */
export async function findCommentPlace(db: Db, { serviceId, contentId, now }: CommentPlaceKey): Promise<CommentPlace> {
  const row = await db
    .selectFrom('services')
    .select('functions')
    .select(({ selectFrom }) => [
      selectFrom('serviceConfigs')
        .select('configVal')
        .where('serviceConfigs.serviceId', '=', serviceId)
        .where('configName', '=', 'commentDefaultPublishStatus')
        .as('usualStatus'),
      selectFrom('serviceConfigs')
        .select('configVal')
        .where('serviceConfigs.serviceId', '=', serviceId)
        .where('configName', '=', 'commentProofOfWork')
        .as('proofOfWork'),
      selectFrom('serviceContents')
        .select('commentDefaultPublishStatus')
        .where('serviceContents.serviceId', '=', serviceId)
        .where('contentId', '=', contentId)
        .as('ownStatus'),
      selectFrom('serviceContents')
        .select('contentId')
        .where('serviceContents.serviceId', '=', serviceId)
        .limit(1)
        .as('someContentId'),
    ])
    .where('services.serviceId', '=', serviceId)
    .executeTakeFirst();
  const usual: CommentStatus = row?.usualStatus
    ? JSON.parse(row.usualStatus)
    : defaultServiceConfigs.commentDefaultPublishStatus;
  const isHidden = (await listHiddenContents(db, { serviceId, contentIds: [contentId], now })).has(contentId);
  return {
    hasComments: row !== undefined && isForComments(row.functions),
    isHidden,
    isAccepted: !isHidden && (!row?.someContentId || Boolean(row.ownStatus)),
    startsAs: (row?.ownStatus as CommentStatus | null | undefined) ?? usual,
    asksForWork: row?.proofOfWork ? JSON.parse(row.proofOfWork) : defaultServiceConfigs.commentProofOfWork,
  };
}

export async function hasComments(db: Db, serviceId: string): Promise<boolean> {
  const row = await db.selectFrom('services').select('functions').where('serviceId', '=', serviceId).executeTakeFirst();
  return row !== undefined && isForComments(row.functions);
}

function isForComments(functions: string): boolean {
  const does: ServiceFunction[] = JSON.parse(functions);
  return does.includes('comment');
}
