import type { Generated } from 'kysely';
import type { RevisionKind } from '#contract/post-history.ts';
import type { CommentStatus } from '#contract/service-configs.ts';

export interface PostTables {
  postGroups: Omit<PostGroupRow, 'revision'> & { revision: Generated<number> };
  postGroupPosts: PostGroupPostRow;
  postRevisions: PostRevisionRow;
  postWorkingCopies: PostWorkingCopyRow;
  deletedPosts: DeletedPostRow;
  bulkChanges: BulkChangeRow;
  postSlugRedirects: PostSlugRedirectRow;
  staticFiles: StaticFileRow;
  clockTicks: ClockTickRow;
  serviceContents: ServiceContentRow;
  translations: TranslationRow;
}

export interface PostGroupRow {
  groupId: string;
  serviceId: string;
  slug: string;
  label: string;
  revision: number;
  createdAt: string;
  updatedAt: string;
}

interface PostGroupPostRow {
  groupId: string;
  postId: string;
  serviceId: string;
  position: number;
}

export interface PostRevisionRow {
  postId: string;
  revision: number;
  serviceId: string;
  kind: RevisionKind;
  title: string;
  savedAt: string;
  savedBy: string;
  /** JSON of the authored fields, without derived ones. */
  content: string;
}

export interface PostWorkingCopyRow {
  postId: string;
  username: string;
  serviceId: string;
  baseRevision: number;
  revision: Generated<number>;
  updatedAt: string;
  /** JSON of the fields as typed, possibly invalid. */
  content: string;
}

export interface BulkChangeRow {
  changeId: string;
  serviceId: string;
  username: string;
  action: string;
  madeAt: string;
  content: string;
}

export interface DeletedPostRow {
  postId: string;
  serviceId: string;
  slug: string;
  title: string;
  status: string;
  deletedAt: string;
  deletedBy: string;
  content: string;
}

export interface PostSlugRedirectRow {
  serviceId: string;
  slug: string;
  postId: string;
  createdAt: string;
}

export interface StaticFileRow {
  path: string;
  serviceId: string;
  postId: string;
  /** Incremented when the file may need a change. A file written for an older generation is written again. */
  generation: number;
  writtenAt: string | null;
  /** Time of the next update, null when up to date. */
  dueAt: string | null;
  /** End of the lease that lets one process write the file. Equal to `dueAt` while leased. */
  leasedUntil: string | null;
  attempts: number;
  lastError: string | null;
}

interface ClockTickRow {
  name: string;
  tickedAt: string;
}

interface ServiceContentRow {
  serviceId: string;
  contentId: string;
  commentDefaultPublishStatus: CommentStatus;
  revision: Generated<number>;
  createdAt: string;
  updatedAt: string | null;
}

export interface TranslationRow {
  postId: string;
  serviceId: string;
  setId: string;
  language: string;
  /** 1 for the member of the set that stands for it in lists of the service. */
  isLead: number;
  /** Blocks of the original that were changed, added or removed since the last review. */
  outdated: number;
  missing: number;
  extra: number;
  originalId: string | null;
  /** Revision of the original at the last review. */
  originalRevision: number | null;
  /** JSON list of the original's blocks at the last review. Null without original. */
  reviewedBlocks: string | null;
}
