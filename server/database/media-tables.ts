import type { Generated } from 'kysely';

export interface MediaTables {
  files: FileRow;
  fileUses: FileUseRow;
  fileUploads: FileUploadRow;
}

export interface FileRow {
  fileId: string;
  serviceId: string;
  /** `image` or `file`. */
  fileType: string;
  mimeType: string;
  name: string;
  /** Normalized, for search and sorting. */
  nameKey: string;
  size: number;
  /** `reserved`, `published` or `removed`. */
  status: string;
  createdAt: string;
  createdBy: string;
  updatedAt: string | null;
  uploadedAt: string | null;
  removedAt: string | null;
  /** Hexadecimal SHA-256 of the upload. */
  digest: string | null;
  /** Character encoding of a text file, null for UTF-8. */
  charset: string | null;
  placeholder: string | null;
  width: number | null;
  height: number | null;
  isAnimated: number;
  version: number;
  isKept: number;
  /** True if removed while in use. Readers can no longer load it. */
  isWithdrawn: number;
  altEn: string;
  altJa: string;
  captionEn: string;
  captionJa: string;
  /** Counts changes in the library, not those of the bytes, which `version` counts. */
  revision: number;
}

interface FileUseRow {
  fileId: string;
  /** For the place `category`, `keyOfCategoryUse` of its id. */
  postId: string;
  /** `thumbnail`, `images`, `files`, `body`, `draft`, `history`, `bin` or `category`. */
  place: string;
  serviceId: string;
  revision: Generated<number>;
}

export interface FileUploadRow {
  uploadId: string;
  fileId: string;
  serviceId: string;
  mimeType: string;
  size: number;
  /**
   * `waiting`, `receiving`, `received`, `checking` (content inspection) or `placing` (moving the original to public
   * storage).
   */
  state: string;
  createdAt: string;
  createdBy: string;
  expiresAt: string;
  claim: string | null;
  /** After this time another worker may take over. */
  claimedUntil: string | null;
  digest: string | null;
  /** Interrupted or crashed processing attempts. */
  attempts: number;
}
