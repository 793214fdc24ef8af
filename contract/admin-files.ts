import { z } from 'zod';
import { editorOfService, endpointsOf, viewerOfService } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { FileId, FileName, FileType, ImageVariant, Wording } from './files.ts';
import { count, flag, Order, page, pagerQuery, yesOrNo } from './paging.ts';
import { PostStatus } from './posts.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { Instant, Revision, text } from './text.ts';

/**
 * `reserved`: announced, or uploaded but not yet used by a saved post; `published`: permanently in the library;
 * `removed`: deleted, kept for 30 days and for as long as a post uses it.
 */
export const FileStatus = z.enum(['reserved', 'published', 'removed']);
export type FileStatus = z.infer<typeof FileStatus>;

export const AdminFile = z
  .object({
    fileId: z.string(),
    serviceId: z.string(),
    fileType: FileType,
    mimeType: z.string(),
    /** Extension of the URL, derived from the MIME type. */
    extension: z.string(),
    name: z.string(),
    /** Bytes: the announced size until the upload is complete, then the actual one. */
    size: z.int(),
    status: FileStatus,
    createdAt: Instant,
    createdBy: z.string(),
    updatedAt: Instant.nullable(),
    /** `null` until the upload is complete. */
    uploadedAt: Instant.nullable(),
    version: z.int(),
    /** Incremented by changes in the library: name, texts, keeping, removing and restoring. */
    revision: z.int(),
    /** Pixels; `null` for files that are not images. */
    width: z.int().nullable(),
    height: z.int().nullable(),
    isAnimated: z.boolean(),
    placeholder: z.string().nullable(),
    alt: Wording,
    caption: Wording,
    /** URL of the original; `null` until the upload is complete. */
    src: z.string().nullable(),
    variants: z.array(ImageVariant),
    /** True when a post, a draft, the history or the bin uses the file. */
    isUsed: z.boolean(),
    /** Removed although still in use: readers can no longer load it. */
    isWithdrawn: z.boolean(),
    /** Oldest other file of the library with the same bytes. */
    sameAs: z.object({ fileId: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'AdminFile' });
export type AdminFile = z.infer<typeof AdminFile>;

/** Send the bytes to `url` by PUT with the file's type as `Content-Type` and no other headers, before `expiresAt`. */
export const FileReservation = z
  .object({
    fileId: z.string(),
    serviceId: z.string(),
    fileType: FileType,
    mimeType: z.string(),
    name: z.string(),
    size: z.int(),
    status: FileStatus,
    createdAt: Instant,
    url: z.string(),
    /** Deadline for starting the upload. */
    expiresAt: Instant,
  })
  .meta({ id: 'FileReservation' });
export type FileReservation = z.infer<typeof FileReservation>;

/** The service's settings limit type and size. */
export const FileAnnouncement = z.object({
  fileId: FileId.nullish(),
  fileType: text({ min: 1, max: 20 }),
  mimeType: text({ min: 1, max: 100 }),
  name: z
    .string()
    .trim()
    .refine((name) => name !== '', { error: fieldMessages.required })
    .pipe(FileName),
  /** Bytes. */
  size: z.int().min(0),
  /** Adds the file to the library permanently. Otherwise it is deleted after a day unless a saved post uses it. */
  isKept: yesOrNo.nullish(),
});
export type FileAnnouncement = z.output<typeof FileAnnouncement>;

const wordingInput = (max: number) =>
  z.object({ en: text({ max }).trim().nullish(), ja: text({ max }).trim().nullish() }).nullish();

/** Absent keys keep their value; an empty text removes it. */
export const FileUpdate = z
  .object({
    name: z.string().trim().pipe(FileName).nullish(),
    alt: wordingInput(500),
    caption: wordingInput(1000),
    isKept: yesOrNo.nullish(),
    revision: Revision.nullish(),
  })
  .meta({ id: 'FileUpdate' });
export type FileUpdate = z.output<typeof FileUpdate>;

export const FileSort = z.enum(['createdAt', 'name', 'size']);
export type FileSort = z.infer<typeof FileSort>;

/** Cursor of the file list; `place` is the value of the sort field. */
export const FilePagerKey = z.object({ fileId: FileId, serviceId: ServiceId, place: text({ max: 600 }) });
export type FilePagerKey = z.infer<typeof FilePagerKey>;

/** Places in which a post uses a file: published fields, unsaved draft, history, bin. Or the picture of a category. */
export const FilePlace = z.enum(['thumbnail', 'images', 'files', 'body', 'draft', 'history', 'bin', 'category']);
export type FilePlace = z.infer<typeof FilePlace>;

/** A post that uses a file; `status` is `null` for posts in the bin, and for a category, whose label is the title. */
export const FileUse = z.object({
  postId: z.string(),
  slug: z.string(),
  title: z.string(),
  status: PostStatus.nullable(),
  places: z.array(FilePlace),
});
export type FileUse = z.infer<typeof FileUse>;

export const FileUsePagerKey = z.object({ postId: FileId });

const FileParams = ServiceParams.extend({ fileId: FileId });

const endpoint = endpointsOf({ tag: 'admin files', access: editorOfService, params: FileParams });

export const adminFileApi = {
  list: endpoint('GET', '/admin/files/:serviceId', {
    summary: 'List the files of a service',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      count: count(20),
      sort: FileSort.default('createdAt'),
      order: Order.default('desc'),
      /** Part of the name, ignoring case and the width of Japanese characters. */
      name: text({ max: 128 }).optional(),
      /** A kind of file or a MIME type. */
      type: z.union([z.literal(''), FileType, text({ max: 100 }).regex(/^[0-9a-z_.-]+\/[0-9a-z_.+-]+$/)]).optional(),
      isUnused: flag(false),
      isRemoved: flag(false),
      ...pagerQuery,
    }),
    response: page(AdminFile, FilePagerKey),
  }),
  reserve: endpoint('POST', '/admin/files/:serviceId', {
    summary: 'Announce a file and get its upload URL',
    params: ServiceParams,
    body: FileAnnouncement,
    response: FileReservation,
  }),
  find: endpoint('GET', '/admin/files/:serviceId/:fileId', {
    summary: 'Get a file',
    access: viewerOfService,
    response: AdminFile,
  }),
  update: endpoint('POST', '/admin/files/:serviceId/:fileId', {
    summary: 'Change the name and descriptions of a file',
    body: FileUpdate,
    response: AdminFile,
  }),
  delete: endpoint('DELETE', '/admin/files/:serviceId/:fileId', {
    summary: 'Remove a file from the library; posts that use it keep it unless `isForced`',
    query: z.object({ isForced: flag(false) }),
    response: AdminFile,
  }),
  restore: endpoint('POST', '/admin/files/:serviceId/:fileId/restore', {
    summary: 'Restore a removed file',
    response: AdminFile,
  }),
  complete: endpoint('POST', '/admin/files/:serviceId/:fileId/complete', {
    summary: 'Complete an upload and get the result',
    response: AdminFile,
  }),
  replace: endpoint('POST', '/admin/files/:serviceId/:fileId/replacement', {
    summary: 'Announce a replacement of the same type; the file keeps its URL',
    body: z.object({ mimeType: text({ min: 1, max: 100 }), size: z.int().min(0) }),
    response: FileReservation,
  }),
  listUses: endpoint('GET', '/admin/files/:serviceId/:fileId/uses', {
    summary: 'List the posts that use a file, and where',
    access: viewerOfService,
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(FileUse, FileUsePagerKey),
  }),
};
