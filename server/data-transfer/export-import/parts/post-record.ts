import { z } from 'zod';
import { PostFile } from '#contract/files.ts';
import {
  BodyFormat,
  ContentId,
  EditorMode,
  MAX_LINKS,
  PostAuthor,
  PostBody,
  PostDescription,
  PostLabel,
  PostLink,
  PostStatus,
  PostTitle,
} from '#contract/posts.ts';
import { CategorySlug, PostSlug } from '#contract/slugs.ts';
import { Instant, InstantInput, text } from '#contract/text.ts';
import type { PostRow } from '../../../database/tables.ts';
import { errorOfJson, isForReaders, toHeldFiles, toLinks } from '../../../posts/index.ts';
import { TransferError } from '../../transfer-error.ts';

export const Id = z.string().regex(/^[0-9a-z]{26}$/);
export const Username = text({ min: 1, max: 300 });
export const RevisionNumber = z.int().min(1).max(2_147_483_647);
/** Instant that exists in the calendar; others would cause errors in date calculations later. */
export const StoredInstant = Instant.refine((value) => InstantInput.safeParse(value).success);
export const Position = z.int().min(-2_147_483_648).max(2_147_483_647);

export const HeldFile = z.strictObject({
  ...PostFile.shape,
  fileId: Id,
  mimeType: text({ min: 1, max: 100 }),
  caption: text({ max: 1000 }).optional(),
});
export const HeldFiles = z.array(HeldFile).max(100);

export const StoredLinks = z.array(z.strictObject(PostLink.shape)).max(MAX_LINKS);

/** Authored fields of a post, without derived ones and preview token. */
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
  images: HeldFiles,
  files: HeldFiles,
  links: StoredLinks,
  category: CategorySlug.nullable(),
  status: PostStatus,
  publishAt: StoredInstant.nullable(),
  effectiveAt: StoredInstant.nullable(),
  isHiddenInList: z.boolean(),
  revision: RevisionNumber,
  createdAt: StoredInstant,
  createdBy: Username,
  updatedAt: StoredInstant.nullable(),
  updatedBy: Username.nullable(),
  redirects: z.array(z.strictObject({ slug: PostSlug, createdAt: StoredInstant })).max(100_000),
  sources: z
    .array(
      z.strictObject({
        sourcePath: text({ min: 1, max: 10_000 }),
        contentHash: text({ min: 1, max: 200 }),
        postRevision: RevisionNumber,
        importedAt: StoredInstant,
      }),
    )
    .max(100_000),
});
export type PostFields = z.infer<typeof PostFields>;

/** @throws {TransferError} when fields contradict each other */
export function checkPost({ bodyFormat, body, status, effectiveAt, publishAt }: PostFields): void {
  const isOpen = isForReaders(status);
  if (isOpen !== (effectiveAt !== null) || (isOpen && publishAt === null)) {
    throw new TransferError(`status ${status} does not go with publishAt and effectiveAt.`);
  }
  checkBody({ bodyFormat, body });
}

const faults = { invalid: 'body is no JSON.', tooComplex: 'body is JSON with too many values, or nests too deeply.' };

/** @throws {TransferError} when the body is invalid for its format */
export function checkBody({ bodyFormat, body }: Pick<PostFields, 'bodyFormat' | 'body'>): void {
  const fault = bodyFormat === 'json' ? errorOfJson(body) : undefined;
  if (fault) throw new TransferError(faults[fault]);
}

type ToldColumns = Pick<PostRow, Exclude<keyof PostFields, 'category' | 'redirects' | 'sources'>>;

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
    ...toHeldFiles({ thumbnail, images, files }),
    links: toLinks(links),
    category,
    status: status as PostStatus,
    ...{ publishAt, effectiveAt },
    isHiddenInList: isHiddenInList === 1,
    ...{ revision, createdAt, createdBy, updatedAt, updatedBy, redirects, sources },
  };
}

export type DerivedColumns = Pick<
  PostRow,
  'bodyHtml' | 'bodyText' | 'excerpt' | 'renderVersion' | 'headings' | 'readingSeconds'
>;

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
    searchNumber: null,
  };
}
