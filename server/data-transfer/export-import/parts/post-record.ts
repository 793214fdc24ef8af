import { z } from 'zod';
import { PostFile } from '#contract/files.ts';
import { isForReaders } from '#contract/post-status.ts';
import {
  BodyFormat,
  ContentId,
  EditorMode,
  MAX_LINKS,
  PostAuthor,
  PostBody,
  PostDescription,
  PostLabel,
  PostLanguage,
  PostLink,
  PostStatus,
  PostTitle,
} from '#contract/posts.ts';
import { CategorySlug, PostSlug } from '#contract/slugs.ts';
import { Id, Instant, InstantInput, text } from '#contract/text.ts';
import type { PostRow } from '../../../database/tables.ts';
import { errorOfJson } from '../../../platform/parse-json.ts';
import { toAttachedFiles } from '../../../posts/index.ts';
import { TransferError } from '../../transfer-error.ts';
import { pickFields } from '../part.ts';

export const Username = text({ min: 1, max: 300 });
export const RevisionNumber = z.int().min(1).max(2_147_483_647);
/** Instant that exists in the calendar; others would cause errors in date calculations later. */
export const StoredInstant = Instant.refine((value) => InstantInput.safeParse(value).success);
export const Position = z.int().min(-2_147_483_648).max(2_147_483_647);

export const AttachedFile = z.strictObject({
  ...PostFile.shape,
  fileId: Id,
  mimeType: text({ min: 1, max: 100 }),
  caption: text({ max: 1000 }).optional(),
});
export const AttachedFiles = z.array(AttachedFile).max(100);

export const StoredLinks = z.array(z.strictObject(PostLink.shape)).max(MAX_LINKS);

/** Excludes derived fields and the preview token. */
export const PostFields = z.strictObject({
  postId: Id,
  slug: PostSlug,
  title: PostTitle,
  label: PostLabel,
  description: PostDescription,
  author: PostAuthor,
  /** Missing in older exports. */
  language: PostLanguage.default(''),
  contentId: ContentId,
  bodyFormat: BodyFormat,
  editorMode: EditorMode,
  body: PostBody,
  thumbnail: AttachedFile.nullable(),
  images: AttachedFiles,
  files: AttachedFiles,
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
  /** Earlier versions do not write it. */
  textUpdatedAt: StoredInstant.nullable().optional(),
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

export function checkPost({ bodyFormat, body, status, effectiveAt, publishAt }: PostFields): void {
  const isOpen = isForReaders(status);
  if (isOpen !== (effectiveAt !== null) || (isOpen && publishAt === null)) {
    throw new TransferError(`status ${status} does not match publishAt and effectiveAt.`);
  }
  checkBody({ bodyFormat, body });
}

const BODY_ERRORS = {
  invalid: 'body is not JSON.',
  tooComplex: 'body is JSON with too many values, or nests too deeply.',
};

export function checkBody({ bodyFormat, body }: Pick<PostFields, 'bodyFormat' | 'body'>): void {
  const error = bodyFormat === 'json' ? errorOfJson(body) : undefined;
  if (error) throw new TransferError(BODY_ERRORS[error]);
}

type ExportedColumns = Pick<PostRow, Exclude<keyof PostFields, 'category' | 'redirects' | 'sources'>>;

export function toPostFields(
  row: ExportedColumns,
  { category, redirects, sources }: Pick<PostFields, 'category' | 'redirects' | 'sources'>,
): PostFields {
  return pickFields(PostFields, {
    ...row,
    ...toAttachedFiles(row),
    links: JSON.parse(row.links),
    category,
    isHiddenInList: row.isHiddenInList === 1,
    redirects,
    sources,
  });
}

export type DerivedColumns = Pick<
  PostRow,
  'bodyHtml' | 'bodyText' | 'excerpt' | 'renderVersion' | 'headings' | 'readingSeconds'
>;

export function toPostRow(
  { category: _category, redirects: _redirects, sources: _sources, ...fields }: PostFields,
  other: DerivedColumns & Pick<PostRow, 'serviceId' | 'categoryId' | 'previewToken' | 'previewExpiresAt'>,
): PostRow {
  const { thumbnail, images, files, links, isHiddenInList, effectiveAt, textUpdatedAt = fields.updatedAt } = fields;
  return {
    ...fields,
    ...other,
    thumbnail: thumbnail && JSON.stringify(thumbnail),
    images: JSON.stringify(images),
    files: JSON.stringify(files),
    links: JSON.stringify(links),
    isHiddenInList: Number(isHiddenInList),
    textUpdatedAt,
    listedAt: isHiddenInList ? null : effectiveAt,
  };
}
