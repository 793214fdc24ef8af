import type { Generated, Transaction as KyselyTransaction } from 'kysely';
import type { AuditActorKind } from '#contract/audit.ts';
import type { MediaTables } from './media-tables.ts';
import type { PoolTables } from './pool-tables.ts';
import type { PostTables } from './post-tables.ts';
import type { ThreadTables } from './thread-tables.ts';

export type Transaction = KyselyTransaction<Tables>;

/** Instants are UTC ISO 8601 text, booleans 0 or 1, lists and objects JSON text. */
export interface Tables extends MediaTables, PoolTables, PostTables, ThreadTables, WebhookTables {
  services: ServiceRow;
  categories: CategoryRow;
  tags: TagRow;
  posts: PostRow & SearchColumns;
  postTags: PostTagRow;
  postImports: PostImportRow;
  serviceConfigs: ServiceConfigRow;
  users: UserRow;
  userServices: UserServiceRow;
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
  /** Incremented in every transaction that changes what readers of the service see. */
  revision: number;
  /** Revisions that changed single posts only, one a line: `{revision}:{slugs}`. */
  recentChanges: Generated<string>;
  /** Incremented when the label, the functions or the configs change. */
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
  /** Id of an image file of the service. */
  pictureId: string | null;
  parentId: number | null;
  /** Ids of all ancestors joined by `#`. Root categories have `0`. */
  parentPath: string;
  orderNo: number | null;
  revision: Generated<number>;
  createdAt: string;
  updatedAt: string | null;
}

export interface TagRow {
  tagId: string;
  serviceId: string;
  label: string;
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
  /** Language tag, or empty when it is detected from the text. */
  language: string;
  excerpt: string;
  label: string;
  contentId: string;
  bodyFormat: string;
  editorMode: string;
  /** JSON of `{ fileId, mimeType, caption? }`. */
  thumbnail: string | null;
  /** JSON lists of the same. */
  images: string;
  files: string;
  status: string;
  /** Publish time as entered. `effectiveAt` is the time that applies. */
  publishAt: string | null;
  effectiveAt: string | null;
  /** `effectiveAt` if the post appears in public lists, otherwise null. */
  listedAt: string | null;
  isHiddenInList: number;
  categoryId: number | null;
  previewToken: string;
  previewExpiresAt: string;
  revision: number;
  /** Version of the renderer of the derived columns. Older ones are rendered again. */
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
  /** JSON list of `{ id, level, text }`. Derived from the body. */
  headings: string;
  readingSeconds: number;
  /** Last change of the title or the body, after the creation. */
  textUpdatedAt: string | null;
}

/** Belong to the full-text index `post_search`, whose columns differ between the engines. */
export interface SearchColumns {
  /** Row of the post in the index. Higher is newer, see `search-index.repository.ts`. Null until indexed. */
  searchKey: Generated<number | null>;
  /** Version of the tokenizer. Posts of an older one are indexed again. */
  searchVersion: Generated<number>;
  /** Language without region, as an editor chose it or as detected. Null until indexed, and for posts without letters. */
  searchLanguage: Generated<string | null>;
}

export interface PostTagRow {
  serviceId: string;
  postId: string;
  tagId: string;
  /** Copy of the post's value, so that one index serves the list of a tag. */
  listedAt: string | null;
}

export interface PostImportRow {
  serviceId: string;
  sourcePath: string;
  postId: string;
  contentHash: string;
  /** Revision after the import. A higher one means that the post was edited since. */
  postRevision: number;
  importedAt: string;
}

export interface ServiceConfigRow {
  serviceId: string;
  configName: string;
  configVal: string;
  updatedAt: string;
}

export interface UserRow {
  username: string;
  /** `admin`, `editor`, `viewer` or `normal`. */
  role: string;
  createdAt: string;
  updatedAt: string | null;
  /** Requests of disabled users are unauthenticated, even with a valid token. */
  isEnabled: number;
  /** Tokens issued before this time are rejected. */
  tokensValidAfter: string | null;
  rightsRevision: Generated<number>;
  notesRevision: Generated<number>;
  tel: Generated<string>;
  address: Generated<string>;
  memo: Generated<string>;
}

export interface UserPhotoRow {
  username: string;
  photoId: string;
  contentType: string;
  bytes: string;
  createdAt: string;
}

export interface UserServiceRow {
  username: string;
  serviceId: string;
  createdAt: string;
}

export interface MailRow {
  mailId: string;
  recipient: string;
  kind: string;
  language: string;
  subject: string;
  /** Text and HTML, encrypted with the installation's secret. Null once sent. */
  content: string | null;
  /** `waiting`, `sending` (leased until `dueAt`), `sent`, `kept` (in the outbox) or `failed`. */
  status: string;
  attempts: number;
  dueAt: string | null;
  lastError: string | null;
  createdAt: string;
  sentAt: string | null;
}

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

export interface SharedLimitRow {
  limitKey: string;
  uses: number;
  endsAt: string;
}

/** Audit log entry. Triggers reject updates, and deletion of recent entries. */
export interface AuditLogRow {
  entryId: string;
  at: string;
  action: string;
  actorKind: AuditActorKind;
  actor: string | null;
  target: string | null;
  serviceId: string | null;
  address: string | null;
  requestId: string | null;
  details: string;
}

interface WebhookTables {
  webhooks: WebhookRow;
  webhookEvents: WebhookEventRow;
  webhookDeliveries: WebhookDeliveryRow;
}

export interface WebhookRow {
  webhookId: string;
  serviceId: string;
  url: string;
  description: string;
  events: string;
  isEnabled: number;
  isGone: number;
  secret: string;
  /** Previous secret, encrypted. Deliveries are signed with it too until `formerUntil`. */
  formerSecret: string | null;
  formerUntil: string | null;
  createdBy: string;
  createdAt: string;
  updatedAt: string | null;
  failingSince: string | null;
  attemptedAt: string | null;
  lastDeliveredAt: string | null;
  revision: number;
}

export interface WebhookEventRow {
  eventId: string;
  serviceId: string;
  type: string;
  payload: string;
  createdAt: string;
}

export interface WebhookDeliveryRow {
  deliveryId: string;
  webhookId: string;
  eventId: string;
  /** `waiting`, `sending` (leased until `dueAt`), `delivered` or `failed`. */
  status: string;
  attempts: number;
  queuedAt: string;
  dueAt: string | null;
  attemptedAt: string | null;
  statusCode: number | null;
  fault: string | null;
  durationMs: number | null;
}
