/** Tables of comments and votes. Readers see their changes only through the revision of the comment thread. */
export interface TalkTables {
  comments: CommentRow;
  talks: TalkRow;
  commentTotals: CommentTotalRow;
  commentNotices: CommentNoticeRow;
  votes: VoteRow;
  voteCounts: VoteCountRow;
  voteTotals: VoteTotalRow;
}

/** Comment on a content id. Editors move it to the bin, its author deletes it permanently. */
export interface CommentRow {
  /** Increases with time and defines the order of comments. */
  commentId: string;
  serviceId: string;
  contentId: string;
  body: string;
  nickname: string;
  age: string;
  area: string;
  /** Normalized body and nickname for search. */
  searchText: string;
  /** `publish`, `unpublish` or `unconfirm`. */
  publishStatus: string;
  /** Reason for holding the comment, null if it was not suspicious. */
  heldFor: string | null;
  /** `user:{username}`, `guest:{id}` or `guest-of-day:{hash}`. */
  authorId: string;
  /** Hash that ignores case, width and spaces of the body. */
  bodyHash: string;
  /** Hash of the client address. This and the next two columns are cleared after 90 days. */
  addressHash: string | null;
  sealedAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  /** Time of the author's last edit. */
  updatedAt: string | null;
  isDeleted: number;
  deletedAt: string | null;
  deletedBy: string | null;
}

/** Comment thread: counters of comments and votes on a content id. */
interface TalkRow {
  serviceId: string;
  contentId: string;
  /** Incremented in every transaction that changes what readers see of the thread. */
  revision: number;
  /** Comments per status, without deleted ones. */
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

/** Subscription of a user to mails about new comments. */
export interface CommentNoticeRow {
  username: string;
  serviceId: string;
  /** Newest comment that the user has been notified of. */
  lastCommentId: string;
  mailedAt: string | null;
  /** Language of the request that subscribed. */
  language: string;
  createdAt: string;
}

/** Vote of a visitor on a content id, at most one. */
export interface VoteRow {
  serviceId: string;
  /** Content id or comment id. */
  contentId: string;
  /** Same format as `authorId` of a comment. */
  readerId: string;
  voteType: string;
  /** Cleared after 90 days. */
  addressHash: string | null;
  createdAt: string;
}

interface VoteCountRow {
  serviceId: string;
  contentId: string;
  voteType: string;
  voteCount: number;
  updatedAt: string;
}

/** Number of votes in a service. */
interface VoteTotalRow {
  serviceId: string;
  voteCount: number;
}
