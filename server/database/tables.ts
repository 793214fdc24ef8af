import type { Generated } from 'kysely';

/** Instants are UTC ISO 8601 text, booleans 0 or 1, lists and objects JSON text. */
export interface Tables {
  services: ServiceRow;
  categories: CategoryRow;
  tags: TagRow;
  posts: PostRow;
  postTags: PostTagRow;
  postImports: PostImportRow;
  serviceConfigs: ServiceConfigRow;
  users: UserRow;
  userServices: UserServiceRow;
  poolUsers: PoolUserRow;
  poolSessions: PoolSessionRow;
  poolKeys: PoolKeyRow;
  poolFailures: PoolFailureRow;
  poolUsedChallenges: PoolUsedChallengeRow;
  poolSettings: PoolSettingRow;
}

export interface ServiceRow {
  serviceId: string;
  label: string;
  /** JSON list of `post` and `comment`. */
  functions: string;
  /** Raised in the transaction of every write to what readers of the service can see. */
  revision: number;
  createdAt: string;
  updatedAt: string | null;
}

export interface CategoryRow {
  id: Generated<number>;
  serviceId: string;
  slug: string;
  label: string;
  parentId: number | null;
  /** Ids of all ancestors joined by `#`, the root's own being `0`. */
  parentPath: string;
  orderNo: number | null;
  createdAt: string;
  updatedAt: string | null;
}

export interface TagRow {
  tagId: string;
  serviceId: string;
  label: string;
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
  bodyFormat: string;
  status: string;
  /** What the editor said; `effectiveAt` is when it holds. */
  publishAt: string | null;
  effectiveAt: string | null;
  /** `effectiveAt` where the post belongs into readers' lists from then on, else null. */
  listedAt: string | null;
  isHiddenInList: number;
  categoryId: number | null;
  previewToken: string;
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
}

/** A service that a user may work on. */
export interface UserServiceRow {
  username: string;
  serviceId: string;
  createdAt: string;
}

/** An account of the embedded user pool. */
export interface PoolUserRow {
  username: string;
  /** What OpenID Connect calls the subject: never given to another account. */
  sub: string;
  /** As its owner writes it. */
  email: string;
  /** The address in the form in which it is unique. */
  emailKey: string;
  isEmailVerified: number;
  /** JSON object of the further attributes. */
  attributes: string;
  /** In Cognito's words: `CONFIRMED`, `FORCE_CHANGE_PASSWORD`, … */
  status: string;
  isEnabled: number;
  /** SRP salt and verifier, encrypted with the installation's secret. */
  salt: string;
  verifier: string;
  createdAt: string;
  updatedAt: string | null;
}

/** One sign-in, for as long as its refresh token lives. */
export interface PoolSessionRow {
  /** `origin_jti` of every token of the session. */
  sessionId: string;
  username: string;
  refreshTokenHash: string;
  authenticatedAt: string;
  expiresAt: string;
  revokedAt: string | null;
}

export interface PoolKeyRow {
  kid: string;
  /** PKCS #8, encrypted with the installation's secret. */
  privateKey: string;
  /** JWK. */
  publicKey: string;
  createdAt: string;
  /** After this nothing is signed with the key. */
  expiresAt: string;
}

/** Failed sign-ins under a name, whether or not somebody is called so. */
export interface PoolFailureRow {
  /** A keyed hash of the name as it was given. */
  nameKey: string;
  isAccount: number;
  /** In a row, without a good one. */
  failures: number;
  failedAt: string;
  lockedUntil: string | null;
}

/** A challenge that has been answered and is not answered again, kept until it would have expired. */
export interface PoolUsedChallengeRow {
  challengeId: string;
  expiresAt: string;
}

export interface PoolSettingRow {
  name: string;
  value: string;
}
