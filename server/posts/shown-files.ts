import type { PostFile, ShownFile } from '#contract/files.ts';
import type { Db } from '../database/connect.ts';
import type { FileRow } from '../database/media-tables.ts';
import { describeFile, listFilesEverById } from '../media/index.ts';
import { enrichMedia, pictureIdsIn } from '../rendering/index.ts';
import { findServiceDetail } from '../services/index.ts';
import { listAttachedFiles, type Post } from './post.repository.ts';

export interface FileHolder {
  readonly thumbnail: Pick<PostFile, 'fileId'> | null;
  readonly images: readonly Pick<PostFile, 'fileId'>[];
  readonly files: readonly Pick<PostFile, 'fileId'>[];
  readonly body: string;
}

const idsOf = (files: readonly Pick<PostFile, 'fileId'>[]) => files.map(({ fileId }) => fileId);

export function usedFiles(serviceId: string, { thumbnail, images, files, body }: FileHolder) {
  return {
    thumbnail: thumbnail ? [thumbnail.fileId] : [],
    images: idsOf(images),
    files: idsOf(files),
    body: fileIdsIn(body, serviceId),
  };
}

export function usedFileIds(serviceId: string, holder: FileHolder): string[] {
  return [...new Set(Object.values(usedFiles(serviceId, holder)).flat())];
}

export interface MediaContext {
  readonly serviceId: string;
  readonly mediaUrl: string;
  readonly sizes?: readonly string[];
}

type FilesOf = Partial<Pick<Post, 'thumbnail' | 'images' | 'files' | 'bodyHtml'>> & {
  readonly language?: string | undefined;
};

const MAX_PICTURES = 2000;
/** Maximum number of characters that enriching images adds to a page of posts. Further images stay unchanged. */
const MAX_ADDED = 1_000_000;

export class ShownFiles {
  readonly #context: Required<MediaContext>;
  readonly #files: ReadonlyMap<string, FileRow>;
  #remaining = MAX_ADDED;

  private constructor(context: Required<MediaContext>, files: ReadonlyMap<string, FileRow>) {
    this.#context = context;
    this.#files = files;
  }

  static async of(db: Db, posts: readonly FilesOf[], { sizes, ...context }: MediaContext): Promise<ShownFiles> {
    const ids = new Set(posts.flatMap(listAttachedFiles).map(({ fileId }) => fileId));
    const bodies = posts.flatMap(({ bodyHtml }) => (bodyHtml ? pictureIdsIn(bodyHtml, context) : []));
    for (const fileId of bodies.slice(0, MAX_PICTURES)) ids.add(fileId);
    const files = await listFilesEverById(db, context.serviceId, [...ids]);
    const isNeeded = sizes === undefined && files.some(({ fileType }) => fileType === 'image');
    const service = isNeeded ? await findServiceDetail(db, context.serviceId) : undefined;
    const known = sizes ?? service?.configs.mediaUploadImageSizes ?? [];
    return new ShownFiles({ ...context, sizes: known }, new Map(files.map((file) => [file.fileId, file])));
  }

  toReaders(attached: PostFile): ShownFile | undefined {
    const file = this.#files.get(attached.fileId);
    return file?.isWithdrawn === 0 ? { ...attached, ...describeFile(file, this.#context) } : undefined;
  }

  toEditors(attached: PostFile): ShownFile {
    return this.toReaders(attached) ?? attached;
  }

  /** Call once per body, because all bodies share the limit of added characters. */
  enrich(bodyHtml: string, { thumbnail, images = [], language }: FilesOf = {}): string {
    const shownFiles = [...(thumbnail ? [thumbnail] : []), ...images];
    const captions = new Map(shownFiles.flatMap(({ fileId, caption }) => (caption ? [[fileId, caption]] : [])));
    const enriched = enrichMedia(bodyHtml, {
      ...this.#context,
      files: this.#files,
      captions,
      language,
      maxAdded: this.#remaining,
    });
    this.#remaining -= Math.max(0, enriched.length - bodyHtml.length);
    return enriched;
  }
}

interface PictureKey extends MediaContext {
  readonly fileId: string;
}

/** Undefined for a file that was withdrawn or does not exist. */
export async function showPicture(db: Db, { fileId, ...context }: PictureKey): Promise<ShownFile | undefined> {
  const [file] = await listFilesEverById(db, context.serviceId, [fileId]);
  if (!file) return undefined;
  const thumbnail = { fileId, mimeType: file.mimeType };
  return (await ShownFiles.of(db, [{ thumbnail }], context)).toReaders(thumbnail);
}

const MAX_IDS = 1000;

/** JSON may escape slashes. */
const SLASH = String.raw`\\?/`;

/** Matches `/news/images/{fileId}/800x800.jpg` and `/news/docs/{fileId}.pdf`, under any origin. At most 1000. */
export function fileIdsIn(text: string, serviceId: string): string[] {
  const folder = `${SLASH}${serviceId.replace(/[^0-9a-z]/gi, String.raw`\$&`)}${SLASH}(?:images|docs)${SLASH}`;
  const ids = new Set<string>();
  for (const [, fileId = ''] of text.matchAll(new RegExp(`${folder}([0-9a-z]{26})(?![0-9a-z])`, 'g'))) {
    ids.add(fileId);
    if (ids.size === MAX_IDS) break;
  }
  return [...ids];
}
