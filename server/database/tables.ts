import type { Generated } from 'kysely';

/** Instants are UTC ISO 8601 text, booleans 0 or 1, lists and objects JSON text. */
export interface Tables {
  services: ServiceRow;
  categories: CategoryRow;
  tags: TagRow;
  posts: PostRow;
  postTags: PostTagRow;
  postImports: PostImportRow;
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
