import type { BodyFormat, PostLink, PostStatus } from '#contract/posts.ts';

/** A post as stored, with the names of its category. */
export interface Post {
  readonly postId: string;
  readonly serviceId: string;
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly author: string;
  readonly excerpt: string;
  readonly bodyFormat: BodyFormat;
  readonly status: PostStatus;
  readonly publishAt: string | null;
  readonly effectiveAt: string | null;
  readonly isHiddenInList: boolean;
  readonly categoryId: number | null;
  readonly categorySlug: string | null;
  readonly categoryLabel: string | null;
  readonly categoryParentPath: string | null;
  readonly previewToken: string;
  readonly revision: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly updatedAt: string | null;
  readonly updatedBy: string | null;
  /** Absent where a list left the bodies out. */
  readonly body?: string;
  readonly bodyHtml?: string;
  readonly bodyText?: string;
  readonly links?: readonly PostLink[];
}

/** A post of which nothing was left out. */
export type WholePost = Required<Post>;

export const listColumns = [
  'posts.postId',
  'posts.serviceId',
  'posts.slug',
  'posts.title',
  'posts.description',
  'posts.author',
  'posts.excerpt',
  'posts.bodyFormat',
  'posts.status',
  'posts.publishAt',
  'posts.effectiveAt',
  'posts.isHiddenInList',
  'posts.categoryId',
  'posts.previewToken',
  'posts.revision',
  'posts.createdAt',
  'posts.createdBy',
  'posts.updatedAt',
  'posts.updatedBy',
  'categories.slug as categorySlug',
  'categories.label as categoryLabel',
  'categories.parentPath as categoryParentPath',
] as const;

/** What stands behind or among the long texts of a row, and costs their reading. */
export const bodyColumns = ['posts.body', 'posts.bodyHtml', 'posts.bodyText', 'posts.links'] as const;

type ListedRow = Omit<Post, 'bodyFormat' | 'status' | 'isHiddenInList' | 'links'> & {
  bodyFormat: string;
  status: string;
  isHiddenInList: number;
  links?: string;
};

export function toPost(row: ListedRow & { body: string; bodyHtml: string; bodyText: string; links: string }): WholePost;
export function toPost(row: ListedRow): Post;
export function toPost({ links, ...row }: ListedRow): Post {
  return {
    ...row,
    bodyFormat: row.bodyFormat as BodyFormat,
    status: row.status as PostStatus,
    isHiddenInList: row.isHiddenInList === 1,
    ...(links !== undefined && { links: JSON.parse(links) as PostLink[] }),
  };
}

/** The path of the post's category: `1#5`. */
export function categoryPathOf({ categoryId, categoryParentPath }: Post): string | null {
  return categoryId === null ? null : `${categoryParentPath}#${categoryId}`;
}
