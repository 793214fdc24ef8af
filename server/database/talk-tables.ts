/** Of these readers see nothing but what the revision of a talk tells of. */
export interface TalkTables {
  comments: CommentRow;
  talks: TalkRow;
  commentTotals: CommentTotalRow;
  commentNotices: CommentNoticeRow;
  votes: VoteRow;
  voteCounts: VoteCountRow;
  voteTotals: VoteTotalRow;
}

/** What somebody said about a content. Editors delete it to a bin, its author for good. */
export interface CommentRow {
  /** Later ones are greater: comments are in the order of their ids. */
  commentId: string;
  serviceId: string;
  contentId: string;
  body: string;
  nickname: string;
  age: string;
  area: string;
  /** Body and nickname in one spelling, to be searched. */
  searchText: string;
  /** `publish`, `unpublish` or `unconfirm`. */
  publishStatus: string;
  /** Why it was held as unconfirmed; null where nothing was suspicious. */
  heldFor: string | null;
  /** `user:{username}`, `guest:{id}` or `guest-of-day:{hash}`. */
  authorId: string;
  /** The same for bodies that differ in nothing but case, width and blanks. */
  bodyHash: string;
  /** Of the address it came from; these three are gone after ninety days. */
  addressHash: string | null;
  sealedAddress: string | null;
  userAgent: string | null;
  createdAt: string;
  /** When its author changed it. */
  updatedAt: string | null;
  isDeleted: number;
  deletedAt: string | null;
  deletedBy: string | null;
}

/** All that is said and voted about a content. */
interface TalkRow {
  serviceId: string;
  contentId: string;
  /** Raised in the transaction of every write to what readers can see of it. */
  revision: number;
  /** Comments in each state, without deleted ones. */
  publishCount: number;
  unpublishCount: number;
  unconfirmCount: number;
  updatedAt: string;
}

/** The same counts for a whole service. */
interface CommentTotalRow {
  serviceId: string;
  publishCount: number;
  unpublishCount: number;
  unconfirmCount: number;
}

/** Who is mailed about new comments of a service. */
export interface CommentNoticeRow {
  username: string;
  serviceId: string;
  /** The newest comment that they know of. */
  lastCommentId: string;
  mailedAt: string | null;
  /** In which they asked for it, and are written to. */
  language: string;
  createdAt: string;
}

/** What somebody has voted about a content: one thing at a time. */
export interface VoteRow {
  serviceId: string;
  /** A content id, or the id of a comment. */
  contentId: string;
  /** As `authorId` of a comment. */
  readerId: string;
  voteType: string;
  /** Gone after ninety days. */
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

/** All votes of a service together. */
interface VoteTotalRow {
  serviceId: string;
  voteCount: number;
}
