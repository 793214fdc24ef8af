import { type CommentStatus, defaultServiceConfigs } from '#contract/service-configs.ts';
import type { ServiceFunction } from '#contract/services.ts';
import type { Db } from '../database/connect.ts';
import { listHiddenContents } from '../posts/index.ts';

export interface CommentSettings {
  readonly hasComments: boolean;
  /** True when readers see none of the posts with this content id; its comments are hidden, too. */
  readonly isHidden: boolean;
  /** `hasComments` has to be checked as well. */
  readonly isAccepted: boolean;
  readonly startsAs: CommentStatus;
  readonly requiresProofOfWork: boolean;
}

interface CommentSettingsKey {
  readonly serviceId: string;
  readonly contentId: string;
  readonly now: string;
}

/**
 * Once content ids are registered, all others reject comments. Comments are also rejected while readers cannot see the
 * post.
 */
export async function findCommentSettings(
  db: Db,
  { serviceId, contentId, now }: CommentSettingsKey,
): Promise<CommentSettings> {
  const row = await db
    .selectFrom('services')
    .select('functions')
    .select(({ selectFrom }) => [
      selectFrom('serviceConfigs')
        .select('configVal')
        .where('serviceConfigs.serviceId', '=', serviceId)
        .where('configName', '=', 'commentDefaultPublishStatus')
        .as('defaultStatus'),
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
  const defaultStatus: CommentStatus = row?.defaultStatus
    ? JSON.parse(row.defaultStatus)
    : defaultServiceConfigs.commentDefaultPublishStatus;
  const isHidden = (await listHiddenContents(db, { serviceId, contentIds: [contentId], now })).has(contentId);
  return {
    hasComments: row !== undefined && includesComments(row.functions),
    isHidden,
    isAccepted: !isHidden && (!row?.someContentId || Boolean(row.ownStatus)),
    startsAs: row?.ownStatus ?? defaultStatus,
    requiresProofOfWork: row?.proofOfWork ? JSON.parse(row.proofOfWork) : defaultServiceConfigs.commentProofOfWork,
  };
}

export async function hasComments(db: Db, serviceId: string): Promise<boolean> {
  const row = await db.selectFrom('services').select('functions').where('serviceId', '=', serviceId).executeTakeFirst();
  return row !== undefined && includesComments(row.functions);
}

function includesComments(functions: string): boolean {
  const parsed: ServiceFunction[] = JSON.parse(functions);
  return parsed.includes('comment');
}
