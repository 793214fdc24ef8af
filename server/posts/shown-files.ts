import type { PostFile, ShownFile } from '#contract/files.ts';
import type { Db } from '../database/connect.ts';
import type { FileRow } from '../database/media-tables.ts';
import { describeFile, listFilesEverById } from '../media/index.ts';
import { findServiceDetail } from '../services/index.ts';
import { dressMedia, pictureIdsIn } from './rendering/dress-media.ts';
import type { Post } from './stored-post.ts';

/** Where files are shown: at which address, and in the sizes of the service, which are read where nobody has them. */
export interface Place {
  readonly serviceId: string;
  readonly mediaUrl: string;
  readonly sizes?: readonly string[];
}

type FilesOf = Partial<Pick<Post, 'thumbnail' | 'images' | 'files' | 'bodyHtml'>>;

/** So many pictures of the bodies of a page of posts are dressed; a page of posts is read by one statement. */
const MAX_PICTURES = 2000;
/** So many letters longer a page of posts becomes by that; what comes after them stays as it is written. */
const MAX_ADDED = 1_000_000;

/** What is known of the files that some posts have, read once for all of them. */
export class ShownFiles {
  readonly #place: Required<Place>;
  readonly #files: ReadonlyMap<string, FileRow>;
  #room = MAX_ADDED;

  private constructor(place: Required<Place>, files: ReadonlyMap<string, FileRow>) {
    this.#place = place;
    this.#files = files;
  }

  /** Those of posts of one service. */
  static async of(db: Db, posts: readonly FilesOf[], { sizes, ...place }: Place): Promise<ShownFiles> {
    const ids = new Set(posts.flatMap(heldBy));
    const bodies = posts.flatMap(({ bodyHtml }) => (bodyHtml ? pictureIdsIn(bodyHtml, place) : []));
    for (const fileId of bodies.slice(0, MAX_PICTURES)) ids.add(fileId);
    const files = await listFilesEverById(db, place.serviceId, [...ids]);
    const isNeeded = sizes === undefined && files.some(({ fileType }) => fileType === 'image');
    const service = isNeeded ? await findServiceDetail(db, place.serviceId) : undefined;
    const known = sizes ?? service?.configs.mediaUploadImageSizes ?? [];
    return new ShownFiles({ ...place, sizes: known }, new Map(files.map((file) => [file.fileId, file])));
  }

  /** A file of a post as readers see it; nothing where it is gone, or withdrawn. */
  toReaders(held: PostFile): ShownFile | undefined {
    const file = this.#files.get(held.fileId);
    return file?.isWithdrawn === 0 ? { ...held, ...describeFile(file, this.#place) } : undefined;
  }

  /** The same for editors, who see that there was one. */
  toEditors(held: PostFile): ShownFile {
    return this.toReaders(held) ?? held;
  }

  /** A body with its pictures made ready; each is done once, since all of them share what may be added. */
  dress(bodyHtml: string, { thumbnail, images = [] }: FilesOf = {}): string {
    const held = [...(thumbnail ? [thumbnail] : []), ...images];
    const captions = new Map(held.flatMap(({ fileId, caption }) => (caption ? [[fileId, caption]] : [])));
    const dressed = dressMedia(bodyHtml, { ...this.#place, files: this.#files, captions, maxAdded: this.#room });
    this.#room -= Math.max(0, dressed.length - bodyHtml.length);
    return dressed;
  }
}

function heldBy({ thumbnail, images = [], files = [] }: FilesOf): string[] {
  return [...(thumbnail ? [thumbnail] : []), ...images, ...files].map(({ fileId }) => fileId);
}
