import type { PostFile } from '#contract/files.ts';
import { fileIdsIn } from '../media/index.ts';

/** Fields of a post that can refer to files. */
export interface FileHolder {
  readonly thumbnail: Pick<PostFile, 'fileId'> | null;
  readonly images: readonly Pick<PostFile, 'fileId'>[];
  readonly files: readonly Pick<PostFile, 'fileId'>[];
  readonly body: string;
}

const idsOf = (files: readonly Pick<PostFile, 'fileId'>[]) => files.map(({ fileId }) => fileId);

/** Returns the file ids of a post by field. */
export function heldFiles(serviceId: string, { thumbnail, images, files, body }: FileHolder) {
  return {
    thumbnail: thumbnail ? [thumbnail.fileId] : [],
    images: idsOf(images),
    files: idsOf(files),
    body: fileIdsIn(body, serviceId),
  };
}

/** Returns all file ids of a post without duplicates. */
export function heldFileIds(serviceId: string, holder: FileHolder): string[] {
  return [...new Set(Object.values(heldFiles(serviceId, holder)).flat())];
}
