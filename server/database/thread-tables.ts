import type { HoldReason } from '#contract/admin-comments.ts';
import type { CommentStatus } from '#contract/service-configs.ts';
import type { VoteType } from '#contract/votes.ts';

/** Tables of comments and votes. Readers see their changes only through the revision of the comment thread. */
export interface ThreadTables {
  comments: CommentRow;
  talks: ThreadRow;
  commentTotals: CommentTotalRow;
  commentNotices: CommentNoticeRow;
  votes: VoteRow;
  voteCounts: VoteCountRow;
  voteTotals: VoteTotalRow;
}

export interface CommentRow {
  commentId: string;
  serviceId: string;
  contentId: string;
  body: string;
  nickname: string;
  age: string;
  area: string;
  searchText: string;
  publishStatus: CommentStatus;
  heldFor: HoldReason | null;
  /** `user:{username}`, `guest:{id}`, `guest-of-day:{hash}`, or `service:{serviceId}` of a reply. */
  authorId: string;
  /** Ignores case, width, white space and punctuation of the body. */
  bodyHash: string;
  /** Hash of the client address. This and the next two columns are cleared after `comments.addressDays`, 1 to 90. */
  addressHash: string | null;
  sealedAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  updatedAt: string | null;
  isDeleted: number;
  deletedAt: string | null;
  deletedBy: string | null;
  /** Comment that a reply of the service answers. */
  replyTo: string | null;
  /** Deleted as spam: comments of the same sender are held. */
  isSpam: number;
}

interface ThreadRow {
  serviceId: string;
  contentId: string;
  /** Incremented in every transaction that changes what readers see of the thread. */
  revision: number;
  publishCount: number;
  unpublishCount: number;
  unconfirmCount: number;
  updatedAt: string;
}

interface CommentTotalRow {
  serviceId: string;
  publishCount: number;
  unpublishCount: number;
  unconfirmCount: number;
}

export interface CommentNoticeRow {
  username: string;
  serviceId: string;
  lastCommentId: string;
  mailedAt: string | null;
  language: string;
  createdAt: string;
}

export interface VoteRow {
  serviceId: string;
  contentId: string;
  readerId: string;
  voteType: VoteType;
  /** Cleared after `comments.addressDays`, 1 to 90. */
  addressHash: string | null;
  createdAt: string;
}

interface VoteCountRow {
  serviceId: string;
  contentId: string;
  voteType: VoteType;
  voteCount: number;
  updatedAt: string;
}

interface VoteTotalRow {
  serviceId: string;
  voteCount: number;
}
