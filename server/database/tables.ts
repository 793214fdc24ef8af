import type { Generated } from 'kysely';
import type { FileRow, FileUploadRow, FileUseRow } from './media-tables.ts';
import type {
  PoolCodeRow,
  PoolCounterRow,
  PoolFailureRow,
  PoolIdentityRow,
  PoolKeyRow,
  PoolRecoveryCodeRow,
  PoolSessionRow,
  PoolSettingRow,
  PoolUsedChallengeRow,
  PoolUserRow,
} from './pool-tables.ts';
import type {
  BulkChangeRow,
  ClockTickRow,
  DeletedPostRow,
  PostGroupPostRow,
  PostGroupRow,
  PostRevisionRow,
  PostSlugRedirectRow,
  PostWorkingCopyRow,
  SearchIndexRow,
  SearchPostingRow,
  ServiceContentRow,
  StaticFileRow,
} from './post-tables.ts';
import type { TalkTables } from './talk-tables.ts';
import type { WebhookTables } from './webhook-tables.ts';

/** Instants are UTC ISO 8601 text, booleans 0 or 1, lists and objects JSON text. */
export interface Tables extends TalkTables, WebhookTables {
  services: ServiceRow;
  categories: CategoryRow;
  tags: TagRow;
  posts: PostRow;
  postTags: PostTagRow;
  searchPostings: SearchPostingRow;
  searchIndexes: SearchIndexRow;
  postImports: PostImportRow;
  postGroups: Omit<PostGroupRow, 'revision'> & { revision: Generated<number> };
  postGroupPosts: PostGroupPostRow;
  postRevisions: PostRevisionRow;
  postWorkingCopies: PostWorkingCopyRow;
  deletedPosts: DeletedPostRow;
  bulkChanges: BulkChangeRow;
  postSlugRedirects: PostSlugRedirectRow;
  staticFiles: StaticFileRow;
  clockTicks: ClockTickRow;
  files: FileRow;
  fileUses: FileUseRow;
  fileUploads: FileUploadRow;
  serviceContents: ServiceContentRow;
  serviceConfigs: ServiceConfigRow;
  users: UserRow;
  userServices: UserServiceRow;
  poolUsers: PoolUserRow;
  poolSessions: PoolSessionRow;
  poolKeys: PoolKeyRow;
  poolFailures: PoolFailureRow;
  poolUsedChallenges: PoolUsedChallengeRow;
  poolSettings: PoolSettingRow;
  poolCodes: PoolCodeRow;
  poolRecoveryCodes: PoolRecoveryCodeRow;
  poolIdentities: PoolIdentityRow;
  poolCounters: PoolCounterRow;
  userPhotos: UserPhotoRow;
  mails: MailRow;
  apiKeys: ApiKeyRow;
  apiKeyServices: ApiKeyServiceRow;
  auditLog: AuditLogRow;
  sharedLimits: SharedLimitRow;
}

export interface ServiceRow {
  serviceId: string;
  label: string;
  /** JSON list of `post` and `comment`. */
  functions: string;
  /** Raised in the transaction of every write to what readers of the service can see. */
  revision: number;
  /** Raised with the label, the functions and the configs. */
  settingsRevision: Generated<number>;
  createdAt: string;
  updatedAt: string | null;
}

export interface CategoryRow {
  id: Generated<number>;
  serviceId: string;
  slug: string;
  label: string;
  description: Generated<string>;
  parentId: number | null;
  /** Ids of all ancestors joined by `#`, the root's own being `0`. */
  parentPath: string;
  orderNo: number | null;
  /** Raised by every change of label, description or parent. */
  revision: Generated<number>;
  createdAt: string;
  updatedAt: string | null;
}

export interface TagRow {
  tagId: string;
  serviceId: string;
  label: string;
  /** Raised by every rename. */
  revision: Generated<number>;
  createdAt: string;
}

export interface PostRow {
  postId: string;
  serviceId: string;
  slug: string;
  title: string;
  description: string;
  author: string;
  excerpt: string;
  /** A word or two that stand for the title where there is little room. */
  label: string;
  /** What its comments and votes hang on. */
  contentId: string;
  bodyFormat: string;
  /** The editor that wrote the body; two of them write HTML. */
  editorMode: string;
  /** JSON of `{ fileId, mimeType, caption? }`. */
  thumbnail: string | null;
  /** JSON lists of the same. */
  images: string;
  files: string;
  status: string;
  /** What the editor said; `effectiveAt` is when it holds. */
  publishAt: string | null;
  effectiveAt: string | null;
  /** `effectiveAt` where the post belongs into readers' lists from then on, else null. */
  listedAt: string | null;
  isHiddenInList: number;
  categoryId: number | null;
  previewToken: string;
  previewExpiresAt: string;
  revision: number;
  /** The pipeline that made the derived texts; an older one is made again. */
  renderVersion: number;
  createdAt: string;
  createdBy: string;
  updatedAt: string | null;
  updatedBy: string | null;
  body: string;
  bodyHtml: string;
  bodyText: string;
  /** JSON list of `{ id, url, label? }`. */
  links: string;
  /** JSON list of `{ id, level, text }`; made with the other derived texts. */
  headings: string;
  readingSeconds: number;
  /** Its place in the bits of the search index, one of its own within the service; null until it is indexed. */
  searchNumber: number | null;
}

export interface PostTagRow {
  serviceId: string;
  postId: string;
  tagId: string;
  /** The post's own, so that a tag's list is read from one index. */
  listedAt: string | null;
}

/** Which file a post came from, so that the next import of that file finds it again. */
export interface PostImportRow {
  serviceId: string;
  sourcePath: string;
  postId: string;
  contentHash: string;
  /** The post's revision after the import; a higher one means that somebody edited the post since. */
  postRevision: number;
  importedAt: string;
}

/** A setting that somebody has set; the others have their defaults. */
export interface ServiceConfigRow {
  serviceId: string;
  configName: string;
  /** JSON. */
  configVal: string;
  updatedAt: string;
}

/** What an account may do, whichever pool the account is in. */
export interface UserRow {
  username: string;
  /** `admin`, `editor`, `viewer` or `normal`. */
  role: string;
  createdAt: string;
  updatedAt: string | null;
  /** Whoever is disabled is nobody to us, whatever a token says. */
  isEnabled: number;
  /** Tokens of sign-ins before this are no longer taken. */
  tokensValidAfter: string | null;
  /** Raised with the role and the services. */
  rightsRevision: Generated<number>;
  /** What admins note about the account; empty for none. */
  tel: Generated<string>;
  address: Generated<string>;
  memo: Generated<string>;
}

/** The picture of a user, small and square. */
export interface UserPhotoRow {
  username: string;
  /** Part of its address; another one with every picture. */
  photoId: string;
  contentType: string;
  /** Base64. */
  bytes: string;
  createdAt: string;
}

/** A service that a user may work on. */
export interface UserServiceRow {
  username: string;
  serviceId: string;
  createdAt: string;
}

/** A mail to be sent, or one that has been. */
export interface MailRow {
  mailId: string;
  recipient: string;
  kind: string;
  language: string;
  subject: string;
  /** Text and HTML, encrypted with the installation's secret; gone once it is sent. */
  content: string | null;
  /** `waiting`, `sent`, `kept` (in the outbox) or `failed`. */
  status: string;
  attempts: number;
  /** When it is tried next. */
  dueAt: string | null;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
}

/** What a program identifies itself with. */
export interface ApiKeyRow {
  keyId: string;
  label: string;
  secretHash: string;
  /** `read`, `read-drafts` or `write`. */
  may: string;
  createdBy: string;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

export interface ApiKeyServiceRow {
  keyId: string;
  serviceId: string;
}

/** How often something was done lately, by whomever the key stands for. */
export interface SharedLimitRow {
  /** A keyed hash: no addresses are kept. */
  limitKey: string;
  uses: number;
  /** Counting begins anew after this. */
  endsAt: string;
}

/** One entry of the audit log. The database refuses to change one, and to delete one that is not old. */
export interface AuditLogRow {
  entryId: string;
  at: string;
  action: string;
  /** `user`, `api-key`, `guest`, `system` or `nobody`. */
  actorKind: string;
  actor: string | null;
  /** Whom or what it was done to. */
  target: string | null;
  serviceId: string | null;
  address: string | null;
  requestId: string | null;
  /** JSON object. */
  details: string;
}
