import type { Generated } from 'kysely';

/** Tables of uploaded files, their uses and running uploads. Instants are UTC ISO 8601 text. */

/** Image or document, uploaded or announced. */
export interface FileRow {
  fileId: string;
  serviceId: string;
  /** `image` or `file`. */
  fileType: string;
  mimeType: string;
  name: string;
  /** Normalized name for search and sorting. */
  nameKey: string;
  /** Bytes: the announced size, then that of the original. */
  size: number;
  /** `reserved`, `published` or `removed`. */
  status: string;
  createdAt: string;
  createdBy: string;
  updatedAt: string | null;
  /** Null until the upload is complete. */
  uploadedAt: string | null;
  removedAt: string | null;
  /** Hexadecimal SHA-256 of the upload. */
  digest: string | null;
  /** Character encoding of a text file, null for UTF-8. */
  charset: string | null;
  /** Tiny preview image as a `data:` URL. */
  placeholder: string | null;
  width: number | null;
  height: number | null;
  isAnimated: number;
  /** Incremented when the content is replaced. */
  version: number;
  /** True if the file stays in the library without being used. */
  isKept: number;
  /** True if removed while in use. Readers can no longer load it. */
  isWithdrawn: number;
  altEn: string;
  altJa: string;
  captionEn: string;
  captionJa: string;
}

/** Use of a file by a post, which may be in the bin. */
export interface FileUseRow {
  fileId: string;
  postId: string;
  /** `thumbnail`, `images`, `files`, `body`, `draft`, `history` or `bin`. */
  place: string;
  serviceId: string;
  /** Newest revision that uses the file in history or bin, otherwise 0. */
  revision: Generated<number>;
}

/** Upload in progress. */
export interface FileUploadRow {
  uploadId: string;
  fileId: string;
  serviceId: string;
  mimeType: string;
  /** Exact size in bytes. */
  size: number;
  /**
   * `waiting`, `receiving`, `received`, `checking` (content inspection) or `placing` (moving the original to public
   * storage).
   */
  state: string;
  createdAt: string;
  createdBy: string;
  /** Latest time to begin. */
  expiresAt: string;
  /** Id of the worker that receives, checks or places the file. */
  claim: string | null;
  /** After this time another worker may take over. */
  claimedUntil: string | null;
  /** Hexadecimal SHA-256 of the received bytes. */
  digest: string | null;
  /** Interrupted or crashed processing attempts. */
  attempts: number;
}
