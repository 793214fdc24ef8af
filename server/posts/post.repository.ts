import { messages } from '#contract/errors.ts';
import type { PostFile } from '#contract/files.ts';
import type { BodyFormat, EditorMode, GroupOfPost, PostHeading, PostLink, PostStatus } from '#contract/posts.ts';
import { looksLikeId } from '#contract/slugs.ts';
import type { Db } from '../database/connect.ts';
import { compiledInsert, compiledQuery, longText } from '../database/queries.ts';
import type { PostRow, Transaction } from '../database/tables.ts';
import { hasRowLocks } from '../database/write-transaction.ts';
import { badRequest, notFound } from '../http/errors.ts';
import type { Preview } from './preview-token.ts';

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
const bodyColumns = [
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

interface OfPost {
  readonly serviceId: string;
  readonly postId: string;
}

const wholePosts = compiledQuery((db, { serviceId, key }: { serviceId: string; key: string }, by: 'slug' | 'postId') =>
  db
    .selectFrom('posts')
    .leftJoin('categories', 'categories.id', 'posts.categoryId')
    .select([...listColumns, ...bodyTexts(db), ...bodyColumns])
    .where('posts.serviceId', '=', serviceId)
    .where(`posts.${by}`, '=', key),
);

export async function findPost(
  db: Db,
  serviceId: string,
  by: { readonly slug: string } | { readonly postId: string },
): Promise<WholePost | undefined> {
  const [row] =
    'slug' in by
      ? await wholePosts(db, { serviceId, key: by.slug }, 'slug')
      : await wholePosts(db, { serviceId, key: by.postId }, 'postId');
  return row && toPost(row);
}

/** @throws {HttpError} 404, or 400 when the id belongs to a post of another service */
export async function getPost(db: Db, serviceId: string, idOrSlug: string): Promise<WholePost> {
  const isId = looksLikeId(idOrSlug);
  const post = await findPost(db, serviceId, isId ? { postId: idOrSlug } : { slug: idOrSlug });
  if (post) return post;
  if (isId && (await isPostOfAnotherService(db, serviceId, idOrSlug))) throw badRequest(messages.postOfAnotherService);
  throw notFound();
}

export async function isPostOfAnotherService(db: Db, serviceId: string, postId: string): Promise<boolean> {
  const row = await db
    .selectFrom('posts')
    .select('postId')
    .where('postId', '=', postId)
    .where('serviceId', '!=', serviceId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function findPostVersion(
  db: Db,
  serviceId: string,
  postId: string,
): Promise<{ readonly revision: number; readonly status: PostStatus } | undefined> {
  return db
    .selectFrom('posts')
    .select(['revision', 'status'])
    .$narrowType<{ status: PostStatus }>()
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirst();
}

const postIdsOfSlug = compiledQuery((db, { serviceId, slug }: { serviceId: string; slug: string }) =>
  db.selectFrom('posts').select('postId').where('serviceId', '=', serviceId).where('slug', '=', slug),
);

export async function findPostIdBySlug(db: Db, serviceId: string, slug: string): Promise<string | undefined> {
  const [row] = await postIdsOfSlug(db, { serviceId, slug });
  return row?.postId;
}

const groupsOfPost = compiledQuery((db, { serviceId, postId }: OfPost) =>
  db
    .selectFrom('postGroupPosts')
    .innerJoin('postGroups', 'postGroups.groupId', 'postGroupPosts.groupId')
    .select(['postGroups.slug', 'postGroups.label'])
    .where('postGroupPosts.serviceId', '=', serviceId)
    .where('postGroupPosts.postId', '=', postId)
    .orderBy('postGroups.label')
    .orderBy('postGroups.slug'),
);

export async function listGroupsOfPost(db: Db, serviceId: string, postId: string): Promise<GroupOfPost[]> {
  return groupsOfPost(db, { serviceId, postId });
}

const insertPostRow = compiledInsert<PostRow>('posts');

export async function insertPost(trx: Transaction, post: PostRow): Promise<void> {
  await insertPostRow(trx, post);
}

export type PostChange = Partial<Omit<PostRow, 'postId' | 'serviceId' | 'createdAt' | 'createdBy' | 'revision'>>;

export async function updatePostRow(
  trx: Transaction,
  { serviceId, postId }: OfPost,
  change: PostChange,
): Promise<number> {
  const row = await trx
    .updateTable('posts')
    .set((eb) => ({ ...change, revision: eb('revision', '+', 1) }))
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .returning('revision')
    .executeTakeFirstOrThrow();
  return row.revision;
}

/** Changes a post without a new revision, if it still has its first. */
export async function rewriteNewPost(
  trx: Transaction,
  { serviceId, postId }: OfPost,
  change: PostChange,
): Promise<void> {
  await trx
    .updateTable('posts')
    .set(change)
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .where('revision', '=', 1)
    .execute();
}

/**
 * Locks a post and its working copies until the transaction ends.
 * @returns false when the post does not exist
 */
export async function lockPost(trx: Transaction, { serviceId, postId }: OfPost): Promise<boolean> {
  const row = await trx
    .selectFrom('posts')
    .select('postId')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .$if(hasRowLocks(trx), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

/** Foreign keys delete the links to tags and import sources. */
export async function deletePostRow(trx: Transaction, serviceId: string, postId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('posts')
    .where('serviceId', '=', serviceId)
    .where('postId', '=', postId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function updatePreview(trx: Transaction, { serviceId, postId }: OfPost, preview: Preview): Promise<void> {
  await trx.updateTable('posts').set(preview).where('serviceId', '=', serviceId).where('postId', '=', postId).execute();
}
