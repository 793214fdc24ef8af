import type { Generated } from 'kysely';

/** Tables of post groups, history, bin and derived data. Instants are UTC ISO 8601 text. */

export interface PostGroupRow {
  groupId: string;
  serviceId: string;
  slug: string;
  label: string;
  /** Incremented when the label or the posts change. */
  revision: number;
  createdAt: string;
  updatedAt: string;
}

export interface PostGroupPostRow {
  groupId: string;
  postId: string;
  serviceId: string;
  /** Sort key, with gaps. */
  position: number;
}

/** Snapshot of a post after a save. */
export interface PostRevisionRow {
  postId: string;
  revision: number;
  serviceId: string;
  /** `created`, `saved`, `status` or `restored`. */
  kind: string;
  title: string;
  savedAt: string;
  savedBy: string;
  /** JSON of the authored fields, without derived ones. */
  content: string;
}

/** Unsaved changes of a user. */
export interface PostWorkingCopyRow {
  postId: string;
  username: string;
  serviceId: string;
  /** Revision that the user started from. */
  baseRevision: number;
  /** Incremented with each write of the copy. */
  revision: Generated<number>;
  updatedAt: string;
  /** JSON of the fields as typed, possibly invalid. */
  content: string;
}

/** Bulk change that its author can undo for a while. */
export interface BulkChangeRow {
  /** Increases with time. */
  changeId: string;
  serviceId: string;
  username: string;
  action: string;
  madeAt: string;
  /** JSON of the previous values of each changed post. */
  content: string;
}

/** Post in the bin. */
export interface DeletedPostRow {
  postId: string;
  serviceId: string;
  slug: string;
  title: string;
  status: string;
  deletedAt: string;
  deletedBy: string;
  /** JSON of the post's row and its related rows. */
  content: string;
}

/** Former slug of a post, for redirects. */
export interface PostSlugRedirectRow {
  serviceId: string;
  slug: string;
  postId: string;
  createdAt: string;
}

/** Static file of a published post, existing or pending. */
export interface StaticFileRow {
  /** Key in the media storage. */
  path: string;
  serviceId: string;
  postId: string;
  /** Incremented when the file may need a change. A file written for an older generation is written again. */
  generation: number;
  /** Null while there is no file. */
  writtenAt: string | null;
  /** Time of the next update, null when up to date. */
  dueAt: string | null;
  /** End of the lease that lets one process write the file. Equal to `dueAt` while leased. */
  leasedUntil: string | null;
  attempts: number;
  lastError: string | null;
}

/** Last run of a periodic job, by any process. */
export interface ClockTickRow {
  name: string;
  tickedAt: string;
}

/** Content id that accepts comments. */
export interface ServiceContentRow {
  serviceId: string;
  contentId: string;
  /** `publish`, `unpublish` or `unconfirm`. */
  commentDefaultPublishStatus: string;
  revision: Generated<number>;
  createdAt: string;
  updatedAt: string | null;
}

/** Posting list: posts with an n-gram, for a block of adjacent search numbers. */
export interface SearchPostingRow {
  serviceId: string;
  /** Letter of the field, then an n-gram or a whole word. */
  gram: string;
  block: number;
  /** Encoded positions of the posts within the block. */
  posts: string;
}

/** State of the search index of a service. */
export interface SearchIndexRow {
  serviceId: string;
  /** Version of the tokenizer. An index of another version is rebuilt. */
  version: string;
  /** Next search number. Numbers are never reused. */
  nextNumber: number;
}
