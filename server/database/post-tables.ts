import type { Generated } from 'kysely';

/** Groups and everything that a post's life leaves behind. Instants are UTC ISO 8601 text. */

export interface PostGroupRow {
  groupId: string;
  serviceId: string;
  slug: string;
  label: string;
  /** Raised by every change of the label or the posts. */
  revision: number;
  createdAt: string;
  updatedAt: string;
}

/** The place of a post in a group. */
export interface PostGroupPostRow {
  groupId: string;
  postId: string;
  serviceId: string;
  /** Posts are in the order of their positions, which need not follow each other closely. */
  position: number;
}

/** A post as it was after a save. */
export interface PostRevisionRow {
  postId: string;
  revision: number;
  serviceId: string;
  /** `created`, `saved`, `status` or `restored`. */
  kind: string;
  title: string;
  savedAt: string;
  savedBy: string;
  /** JSON of everything that its author said, and of nothing that is derived from it. */
  content: string;
}

/** What somebody has typed and not saved yet. */
export interface PostWorkingCopyRow {
  postId: string;
  username: string;
  serviceId: string;
  /** The revision that the author began with. */
  baseRevision: number;
  /** Raised with every write of the copy. */
  revision: Generated<number>;
  updatedAt: string;
  /** JSON of the fields as typed, right or not. */
  content: string;
}

/** A change of many posts that its maker may take back for a while. */
export interface BulkChangeRow {
  /** Later ones are greater. */
  changeId: string;
  serviceId: string;
  username: string;
  action: string;
  madeAt: string;
  /** JSON of what stood before, for each of the posts that it changed. */
  content: string;
}

/** A post in the bin. */
export interface DeletedPostRow {
  postId: string;
  serviceId: string;
  slug: string;
  title: string;
  status: string;
  deletedAt: string;
  deletedBy: string;
  /** JSON of its row and of what hung on it. */
  content: string;
}

/** An address that a post had once. */
export interface PostSlugRedirectRow {
  serviceId: string;
  slug: string;
  postId: string;
  createdAt: string;
}

/** A file in the media storage that holds a published post, or has to be made or removed. */
export interface StaticFileRow {
  /** Its key in the storage. */
  path: string;
  serviceId: string;
  postId: string;
  /** Raised whenever the file may have to change; what was written for an older one is not the last word. */
  generation: number;
  /** When it was written; null while there is none. */
  writtenAt: string | null;
  /** When it is to be brought up to date; null when it is. */
  dueAt: string | null;
  /** Until when a process is at it, so that no two write one file; also its `dueAt` meanwhile. */
  leasedUntil: string | null;
  attempts: number;
  lastError: string | null;
}

/** When a clock was last served, by whichever process. */
export interface ClockTickRow {
  name: string;
  tickedAt: string;
}

/** A content id that comments may be written to. */
export interface ServiceContentRow {
  serviceId: string;
  contentId: string;
  /** `publish`, `unpublish` or `unconfirm`. */
  commentDefaultPublishStatus: string;
  revision: Generated<number>;
  createdAt: string;
  updatedAt: string | null;
}

/** Which posts hold a gram, for a block of posts with neighbouring search numbers. */
export interface SearchPostingRow {
  serviceId: string;
  /** A letter for the field, then the gram: part of a word, or a whole one. */
  gram: string;
  block: number;
  /** The places of those posts within the block. */
  posts: string;
}

/** How far a service is indexed. */
export interface SearchIndexRow {
  serviceId: string;
  /** By what rules its grams were made; an index of other rules is emptied and made anew. */
  version: string;
  /** What the next post to be indexed gets. No number is given twice. */
  nextNumber: number;
}
