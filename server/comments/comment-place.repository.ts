import { type CommentStatus, defaultServiceConfigs } from '#contract/service-configs.ts';
import type { ServiceFunction } from '#contract/services.ts';
import type { Db } from '../database/connect.ts';
import { listHiddenContents } from '../posts/index.ts';

/** Whether and how a content takes comments. */
export interface CommentPlace {
  /** Whether the service has the function at all. */
  readonly hasComments: boolean;
  /** Whether it belongs to posts of which readers see none: then they see nothing of what was said there. */
  readonly isHidden: boolean;
  /** Whether comments are taken for this content id, should the service have the function. */
  readonly isAccepted: boolean;
  /** The state that a new comment begins in. */
  readonly startsAs: CommentStatus;
  /** Whether the service asks for a proof of work. */
  readonly asksForWork: boolean;
}

interface CommentPlaceKey {
  readonly serviceId: string;
  readonly contentId: string;
  readonly now: string;
}

/**
 * What a service says of comments on one of its contents. Once any content ids are registered, others take none; and
 * none is taken where readers do not see the post.
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

/** Whether a service has comments at all. */
export async function hasComments(db: Db, serviceId: string): Promise<boolean> {
  const row = await db.selectFrom('services').select('functions').where('serviceId', '=', serviceId).executeTakeFirst();
  return row !== undefined && isForComments(row.functions);
}

function isForComments(functions: string): boolean {
  const does: ServiceFunction[] = JSON.parse(functions);
  return does.includes('comment');
}
