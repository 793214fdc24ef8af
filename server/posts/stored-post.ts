import { type AliasableExpression, sql } from 'kysely';
import type { z } from 'zod';
import type { PostFile } from '#contract/files.ts';
import type { BodyFormat, EditorMode, PostHeading, PostLink, PostStatus } from '#contract/posts.ts';
import type { JsonValue } from '#contract/text.ts';
import type { Db } from '../database/connect.ts';
import { isPostgres, longText } from '../database/queries.ts';
import type { PostRow } from '../database/tables.ts';

interface CategoryOfPost {
  readonly categorySlug: string | null;
  readonly categoryLabel: string | null;
  readonly categoryParentPath: string | null;
}

interface ParsedColumns {
  readonly bodyFormat: BodyFormat;
  readonly editorMode: EditorMode;
  readonly thumbnail: PostFile | null;
  readonly images: readonly PostFile[];
  readonly files: readonly PostFile[];
  readonly status: PostStatus;
  readonly isHiddenInList: boolean;
  readonly links: readonly PostLink[];
  readonly headings: readonly PostHeading[];
}

type StoredColumns = Readonly<Omit<PostRow, 'listedAt' | 'renderVersion'>>;
type BodyColumn =
  | 'body'
  | 'bodyHtml'
  | 'bodyText'
  | 'links'
  | 'headings'
  | 'readingSeconds'
  | 'language'
  | 'textUpdatedAt';
type WithoutBody<Whole extends Record<BodyColumn, unknown>> = Omit<Whole, BodyColumn> &
  Partial<Pick<Whole, BodyColumn>>;

export type WholePost = Omit<StoredColumns, keyof ParsedColumns> & ParsedColumns & CategoryOfPost;
export type Post = WithoutBody<WholePost>;

export const listColumns = [
  'posts.postId',
  'posts.serviceId',
  'posts.slug',
  'posts.title',
  'posts.description',
  'posts.author',
  'posts.excerpt',
  'posts.label',
  'posts.contentId',
  'posts.bodyFormat',
  'posts.editorMode',
  'posts.thumbnail',
  'posts.images',
  'posts.files',
  'posts.status',
  'posts.publishAt',
  'posts.effectiveAt',
  'posts.isHiddenInList',
  'posts.categoryId',
  'posts.previewToken',
  'posts.previewExpiresAt',
  'posts.revision',
  'posts.createdAt',
  'posts.createdBy',
  'posts.updatedAt',
  'posts.updatedBy',
  'categories.slug as categorySlug',
  'categories.label as categoryLabel',
  'categories.parentPath as categoryParentPath',
] as const;

/** Short columns stored behind the bodies, which are costly to read. */
export const bodyColumns = [
  'posts.links',
  'posts.headings',
  'posts.readingSeconds',
  'posts.language',
  'posts.textUpdatedAt',
] as const;

export function bodyTexts(db: Db) {
  return [
    longText(db, 'posts.body').as('body'),
    longText(db, 'posts.bodyHtml').as('bodyHtml'),
    longText(db, 'posts.bodyText').as('bodyText'),
  ] as const;
}

/**
 * Columns for a list. SQLite takes them from an index, because it stores them behind the bodies and would read through
 * those.
 */
export function columnsBehindBodies(db: Db) {
  return [behindBodies<number>(db, 'readingSeconds').as('readingSeconds'), languageOfPost(db).as('language')] as const;
}

export function languageOfPost(db: Db): AliasableExpression<string> {
  return behindBodies<string>(db, 'language');
}

function behindBodies<Value>(db: Db, column: 'readingSeconds' | 'language'): AliasableExpression<Value> {
  return isPostgres(db)
    ? sql<Value>`${sql.ref(`posts.${column}`)}`
    : sql<Value>`(select ${sql.ref(`behind.${column}`)} from posts as behind indexed by posts_behind_bodies
        where behind.post_id = posts.post_id)`;
}

type WholeRow = StoredColumns & CategoryOfPost;
type ListedRow = WithoutBody<WholeRow>;

export function toPost(row: WholeRow): WholePost;
export function toPost(row: ListedRow): Post;
export function toPost(row: ListedRow): Post {
  const { links, headings } = row;
  return {
    ...(row as Omit<ListedRow, 'links' | 'headings'>),
    bodyFormat: row.bodyFormat as BodyFormat,
    editorMode: row.editorMode as EditorMode,
    ...toAttachedFiles(row),
    status: row.status as PostStatus,
    isHiddenInList: row.isHiddenInList === 1,
    ...(links !== undefined && { links: JSON.parse(links) as PostLink[] }),
    ...(headings !== undefined && { headings: JSON.parse(headings) as PostHeading[] }),
  };
}

export function toAttachedFiles({ thumbnail, images, files }: Pick<PostRow, 'thumbnail' | 'images' | 'files'>) {
  return {
    thumbnail: thumbnail === null ? null : (JSON.parse(thumbnail) as PostFile),
    images: JSON.parse(images) as PostFile[],
    files: JSON.parse(files) as PostFile[],
  };
}

type Attached = Pick<WholePost, 'thumbnail' | 'images' | 'files'>;

export function listAttachedFiles({ thumbnail = null, images = [], files = [] }: Partial<Attached>): PostFile[] {
  return [...(thumbnail ? [thumbnail] : []), ...images, ...files];
}

export function categoryPathOf({ categoryId, categoryParentPath }: Post): string | null {
  return categoryId === null ? null : `${categoryParentPath}#${categoryId}`;
}

type RenderedColumns = Pick<WholePost, 'body' | 'bodyFormat' | 'language'>;

export function hasOtherSource({ body, bodyFormat, language }: RenderedColumns, other: RenderedColumns): boolean {
  return body !== other.body || bodyFormat !== other.bodyFormat || language !== other.language;
}

export function bodyJsonOf({
  bodyFormat,
  body,
}: Pick<Post, 'bodyFormat' | 'body'>): z.infer<typeof JsonValue> | undefined {
  return bodyFormat === 'json' && body !== undefined ? JSON.parse(body) : undefined;
}
