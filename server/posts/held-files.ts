import type { PostFile } from '#contract/files.ts';
import { fileIdsIn } from '../media/index.ts';

/** What of a post can name files. */
export interface FileHolder {
  readonly thumbnail: Pick<PostFile, 'fileId'> | null;
  readonly images: readonly Pick<PostFile, 'fileId'>[];
  readonly files: readonly Pick<PostFile, 'fileId'>[];
  readonly body: string;
}

const idsOf = (files: readonly Pick<PostFile, 'fileId'>[]) => files.map(({ fileId }) => fileId);

/** The files that a post names, by where it does. */
export function heldFiles(serviceId: string, { thumbnail, images, files, body }: FileHolder) {
  return {
    thumbnail: thumbnail ? [thumbnail.fileId] : [],
    images: idsOf(images),
    files: idsOf(files),
    body: fileIdsIn(body, serviceId),
  };
}

/** The files that a post names anywhere, each once. */
export function heldFileIds(serviceId: string, holder: FileHolder): string[] {
  return [...new Set(Object.values(heldFiles(serviceId, holder)).flat())];
}
