import { z } from 'zod';
import {
  BodyFormat,
  ContentId,
  EditorMode,
  MAX_LINKS,
  PostAuthor,
  PostBody,
  PostDescription,
  PostFile,
  PostLabel,
  PostLink,
  PostStatus,
  PostTitle,
} from '#contract/posts.ts';
import { CategorySlug, PostSlug } from '#contract/slugs.ts';
import { Instant, text } from '#contract/text.ts';
import type { PostRow } from '../../database/tables.ts';
import { parseJson } from '../manifest.ts';
import { TransferError } from '../transfer-error.ts';

export const Id = z.string().regex(/^[0-9a-z]{26}$/);
/** A user name, or what stands for a program. */
export const Username = text({ min: 1, max: 300 });
export const RevisionNumber = z.int().min(1).max(2_147_483_647);
export const Position = z.int().min(-2_147_483_648).max(2_147_483_647);

const HeldFile = z.strictObject({
  ...PostFile.shape,
  fileId: Id,
  mimeType: text({ min: 1, max: 100 }),
  caption: text({ max: 1000 }).optional(),
});
const heldFiles = z.array(HeldFile).max(100);

/** A post as its author left it, wherever it is. Nothing that is derived from it, and no preview token. */
export const PostFields = z.strictObject({
  postId: Id,
  slug: PostSlug,
  title: PostTitle,
  label: PostLabel,
  description: PostDescription,
  author: PostAuthor,
  contentId: ContentId,
  bodyFormat: BodyFormat,
  editorMode: EditorMode,
  body: PostBody,
  thumbnail: HeldFile.nullable(),
  images: heldFiles,
  files: heldFiles,
  links: z.array(z.strictObject(PostLink.shape)).max(MAX_LINKS),
  category: CategorySlug.nullable(),
  status: PostStatus,
  publishAt: Instant.nullable(),
  /** From when readers see it. */
  effectiveAt: Instant.nullable(),
  isHiddenInList: z.boolean(),
  revision: RevisionNumber,
  createdAt: Instant,
  createdBy: Username,
  updatedAt: Instant.nullable(),
  updatedBy: Username.nullable(),
  /** Addresses that it had once. */
  redirects: z.array(z.strictObject({ slug: PostSlug, createdAt: Instant })).max(100_000),
  /** The Markdown files that it came from. */
  sources: z
    .array(
      z.strictObject({
        sourcePath: text({ min: 1, max: 10_000 }),
        contentHash: text({ min: 1, max: 200 }),
        postRevision: RevisionNumber,
        importedAt: Instant,
      }),
    )
    .max(100_000),
});
export type PostFields = z.infer<typeof PostFields>;

/** @throws {TransferError} when the fields of a post contradict each other. */
export function checkPost({ bodyFormat, body, status, effectiveAt, publishAt }: PostFields): void {
  const isForReaders = status === 'published' || status === 'reserved';
  if (isForReaders !== (effectiveAt !== null) || (isForReaders && publishAt === null)) {
    throw new TransferError(`status ${status} does not go with publishAt and effectiveAt.`);
  }
  if (bodyFormat === 'json' && parseJson(body) === undefined) throw new TransferError('body is no JSON.');
}

/** What of a row an export tells. */
type ToldColumns = Pick<PostRow, Exclude<keyof PostFields, 'category' | 'redirects' | 'sources'>>;

/** The fields in one order, whatever the row's is. */
export function toPostFields(
  row: ToldColumns,
  { category, redirects, sources }: Pick<PostFields, 'category' | 'redirects' | 'sources'>,
): PostFields {
  const { postId, slug, title, label, description, author, contentId, bodyFormat, editorMode, body } = row;
  const { status, publishAt, effectiveAt, revision, createdAt, createdBy, updatedAt, updatedBy } = row;
  const { thumbnail, images, files, links, isHiddenInList } = row;
  return {
    ...{ postId, slug, title, label, description, author, contentId },
    bodyFormat: bodyFormat as BodyFormat,
    editorMode: editorMode as EditorMode,
    body,
    thumbnail: thumbnail === null ? null : JSON.parse(thumbnail),
    images: JSON.parse(images),
    files: JSON.parse(files),
    links: JSON.parse(links),
    category,
    status: status as PostStatus,
    ...{ publishAt, effectiveAt },
    isHiddenInList: isHiddenInList === 1,
    ...{ revision, createdAt, createdBy, updatedAt, updatedBy, redirects, sources },
  };
}

export type DerivedColumns = Pick<PostRow, 'bodyHtml' | 'bodyText' | 'excerpt' | 'renderVersion'>;

/** The row of a post in the installation that it comes to. */
export function toPostRow(
  { category: _category, redirects: _redirects, sources: _sources, ...fields }: PostFields,
  placed: DerivedColumns & Pick<PostRow, 'serviceId' | 'categoryId' | 'previewToken' | 'previewExpiresAt'>,
): PostRow {
  const { thumbnail, images, files, links, isHiddenInList, effectiveAt } = fields;
  return {
    ...fields,
    ...placed,
    thumbnail: thumbnail && JSON.stringify(thumbnail),
    images: JSON.stringify(images),
    files: JSON.stringify(files),
    links: JSON.stringify(links),
    isHiddenInList: Number(isHiddenInList),
    listedAt: isHiddenInList ? null : effectiveAt,
  };
}
