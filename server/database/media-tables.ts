import type { Generated } from 'kysely';

/** Uploaded files, who has them, and uploads on their way. Instants are UTC ISO 8601 text. */

/** An uploaded image or document, or one that was announced. */
export interface FileRow {
  fileId: string;
  serviceId: string;
  /** `image` or `file`. */
  fileType: string;
  mimeType: string;
  name: string;
  /** The name as it is searched and sorted by. */
  nameKey: string;
  /** In bytes: as announced, and once it is there as the original is. */
  size: number;
  /** `reserved`, `published` or `removed`. */
  status: string;
  createdAt: string;
  createdBy: string;
  updatedAt: string | null;
  /** Null until the bytes are there. */
  uploadedAt: string | null;
  removedAt: string | null;
  /** SHA-256 of what was uploaded, in hexadecimal digits. */
  digest: string | null;
  /** How a text is encoded, unless it is in UTF-8. */
  charset: string | null;
  /** A tiny picture as a `data:` address. */
  placeholder: string | null;
  width: number | null;
  height: number | null;
  isAnimated: number;
  /** Raised by each replacement of the bytes. */
  version: number;
  /** In the library, whether a post holds it or not. */
  isKept: number;
  /** Removed although something shows it: readers do not get it any more. */
  isWithdrawn: number;
  altEn: string;
  altJa: string;
  captionEn: string;
  captionJa: string;
}

/** That a post has a file somewhere; the post may be in the bin. */
export interface FileUseRow {
  fileId: string;
  postId: string;
  /** `thumbnail`, `images`, `files`, `body`, `draft`, `history` or `bin`. */
  place: string;
  serviceId: string;
  /** Of history and bin, the newest revision that has it; of other places 0. */
  revision: Generated<number>;
}

/** Bytes that are expected for a file. */
export interface FileUploadRow {
  uploadId: string;
  fileId: string;
  serviceId: string;
  mimeType: string;
  /** In bytes, exactly. */
  size: number;
  /**
   * `waiting`; `receiving` while the bytes come; `received`; `checking` while they are looked at; `placing` while the
   * original is moved to where readers get it.
   */
  state: string;
  createdAt: string;
  createdBy: string;
  /** Until when it may begin. */
  expiresAt: string;
  /** Whoever receives, checks or places it at the moment. */
  claim: string | null;
  /** Whose work is not done by then has died, and another takes it up. */
  claimedUntil: string | null;
  /** SHA-256 of what came, in hexadecimal digits. */
  digest: string | null;
  /** How often it was cleaned without an end, or with that of whoever did it. */
  attempts: number;
}
