import { z } from 'zod';
import { editorOfService, endpoint, viewerOfService } from './endpoint.ts';
import { fieldMessages } from './errors.ts';
import { FileId, FileName, FileType, ImageVariant, Wording } from './files.ts';
import { count, flag, Order, page, pagerQuery, yesOrNo } from './paging.ts';
import { PostStatus } from './posts.ts';
import { ServiceId, ServiceParams } from './services.ts';
import { Instant, text } from './text.ts';

/**
 * `reserved`: announced, or uploaded and not yet in a saved post; `published`: in the library for good;
 * `removed`: taken out, kept for 30 days and for as long as something shows it.
 */
export const FileStatus = z.enum(['reserved', 'published', 'removed']);
export type FileStatus = z.infer<typeof FileStatus>;

/** An uploaded file with everything that editors may know. */
export const AdminFile = z
  .object({
    fileId: z.string(),
    serviceId: z.string(),
    fileType: FileType,
    mimeType: z.string(),
    /** Of its address, by its type. */
    extension: z.string(),
    name: z.string(),
    /** In bytes, as announced, or as it is once it is there. */
    size: z.int(),
    status: FileStatus,
    createdAt: Instant,
    createdBy: z.string(),
    updatedAt: Instant.nullable(),
    /** `null` until the bytes are there. */
    uploadedAt: Instant.nullable(),
    /** Raised by each replacement. */
    version: z.int(),
    /** Pixels, of pictures. */
    width: z.int().nullable(),
    height: z.int().nullable(),
    isAnimated: z.boolean(),
    placeholder: z.string().nullable(),
    alt: Wording,
    caption: Wording,
    /** The original's address; `null` until the bytes are there. */
    src: z.string().nullable(),
    variants: z.array(ImageVariant),
    /** Whether a post, a draft, the history or the bin has it. */
    isUsed: z.boolean(),
    /** Removed although something shows it: readers do not get it any more. */
    isWithdrawn: z.boolean(),
    /** The oldest other file of the library with the same bytes. */
    sameAs: z.object({ fileId: z.string(), name: z.string() }).nullable(),
  })
  .meta({ id: 'AdminFile' });
export type AdminFile = z.infer<typeof AdminFile>;

/** Where the bytes of a file are to be put: by PUT, with its type as `Content-Type`, nothing else, and soon. */
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
    /** Until when the upload may begin. */
    expiresAt: Instant,
  })
  .meta({ id: 'FileReservation' });
export type FileReservation = z.infer<typeof FileReservation>;

/** What is announced of an upload. The service's settings say which types and how many bytes it takes. */
export const FileAnnouncement = z.object({
  /** Made by the client, if it likes. */
  fileId: FileId.nullish(),
  fileType: text({ min: 1, max: 20 }),
  mimeType: text({ min: 1, max: 100 }),
  name: z
    .string()
    .trim()
    .refine((name) => name !== '', { error: fieldMessages.required })
    .pipe(FileName),
  /** In bytes. */
  size: z.int().min(0),
  /** In the library for good as soon as it is there; else it goes after a day unless a saved post holds it. */
  isKept: yesOrNo.nullish(),
});
export type FileAnnouncement = z.output<typeof FileAnnouncement>;

const wordingInput = (max: number) =>
  z.object({ en: text({ max }).trim().nullish(), ja: text({ max }).trim().nullish() }).nullish();

/** Absent keys stay as they are; an empty text takes one away. */
export const FileUpdate = z
  .object({
    name: z.string().trim().pipe(FileName).nullish(),
    alt: wordingInput(500),
    caption: wordingInput(1000),
    /** Takes a file that was uploaded for a post into the library. */
    isKept: yesOrNo.nullish(),
  })
  .meta({ id: 'FileUpdate' });
export type FileUpdate = z.output<typeof FileUpdate>;

export const FileSort = z.enum(['createdAt', 'name', 'size']);
export type FileSort = z.infer<typeof FileSort>;

/** Where a page of files ends; `place` is what the list is sorted by. */
export const FilePagerKey = z.object({ fileId: FileId, serviceId: ServiceId, place: text({ max: 600 }) });
export type FilePagerKey = z.infer<typeof FilePagerKey>;

/** Where a post has a file: in what readers see of it, in what is typed and not saved, in its history, in the bin. */
export const FilePlace = z.enum(['thumbnail', 'images', 'files', 'body', 'draft', 'history', 'bin']);
export type FilePlace = z.infer<typeof FilePlace>;

/** A post that has a file; `status` is `null` for one in the bin. */
export const FileUse = z.object({
  postId: z.string(),
  slug: z.string(),
  title: z.string(),
  status: PostStatus.nullable(),
  places: z.array(FilePlace),
});
export type FileUse = z.infer<typeof FileUse>;

/** Where a page of the posts that have a file ends. */
export const FileUsePagerKey = z.object({ postId: FileId });

const FileParams = ServiceParams.extend({ fileId: FileId });

export const adminFileApi = {
  list: endpoint({
    method: 'GET',
    path: '/admin/files/:serviceId',
    summary: 'The library of a service',
    tag: 'admin files',
    access: viewerOfService,
    params: ServiceParams,
    query: z.object({
      count: count(20),
      sort: FileSort.default('createdAt'),
      order: Order.default('desc'),
      /** Part of the name; case, and the width of Japanese letters, do not matter. */
      name: text({ max: 128 }).optional(),
      /** A kind of file, or a MIME type. */
      type: z.union([z.literal(''), FileType, text({ max: 100 }).regex(/^[0-9a-z_.-]+\/[0-9a-z_.+-]+$/)]).optional(),
      /** Only those that nothing has. */
      isUnused: flag(false),
      /** Those that were removed, in place of the others. */
      isRemoved: flag(false),
      ...pagerQuery,
    }),
    response: page(AdminFile, FilePagerKey),
  }),
  reserve: endpoint({
    method: 'POST',
    path: '/admin/files/:serviceId',
    summary: 'Announce a file, and learn where to put its bytes',
    tag: 'admin files',
    access: editorOfService,
    params: ServiceParams,
    body: FileAnnouncement,
    response: FileReservation,
  }),
  find: endpoint({
    method: 'GET',
    path: '/admin/files/:serviceId/:fileId',
    summary: 'One file',
    tag: 'admin files',
    access: viewerOfService,
    params: FileParams,
    response: AdminFile,
  }),
  update: endpoint({
    method: 'POST',
    path: '/admin/files/:serviceId/:fileId',
    summary: 'Change the name of a file, and the words that go with it',
    tag: 'admin files',
    access: editorOfService,
    params: FileParams,
    body: FileUpdate,
    response: AdminFile,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/admin/files/:serviceId/:fileId',
    summary: 'Remove a file; what shows it still gets it, unless `isForced`',
    tag: 'admin files',
    access: editorOfService,
    params: FileParams,
    query: z.object({ isForced: flag(false) }),
    response: AdminFile,
  }),
  restore: endpoint({
    method: 'POST',
    path: '/admin/files/:serviceId/:fileId/restore',
    summary: 'Take a removed file back into the library',
    tag: 'admin files',
    access: editorOfService,
    params: FileParams,
    response: AdminFile,
  }),
  complete: endpoint({
    method: 'POST',
    path: '/admin/files/:serviceId/:fileId/complete',
    summary: 'Say that the bytes are there, and learn what became of them',
    tag: 'admin files',
    access: editorOfService,
    params: FileParams,
    response: AdminFile,
  }),
  replace: endpoint({
    method: 'POST',
    path: '/admin/files/:serviceId/:fileId/replacement',
    summary: 'Announce other bytes of the same type for a file, which keeps its address',
    tag: 'admin files',
    access: editorOfService,
    params: FileParams,
    body: z.object({ mimeType: text({ min: 1, max: 100 }), size: z.int().min(0) }),
    response: FileReservation,
  }),
  listUses: endpoint({
    method: 'GET',
    path: '/admin/files/:serviceId/:fileId/uses',
    summary: 'The posts that have a file, and where',
    tag: 'admin files',
    access: viewerOfService,
    params: FileParams,
    query: z.object({ count: count(20), ...pagerQuery }),
    response: page(FileUse, FileUsePagerKey),
  }),
};
