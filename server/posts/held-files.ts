import type { PostFile } from '#contract/files.ts';
import { fileIdsIn } from '../media/index.ts';

export interface FileHolder {
  readonly thumbnail: Pick<PostFile, 'fileId'> | null;
  readonly images: readonly Pick<PostFile, 'fileId'>[];
  readonly files: readonly Pick<PostFile, 'fileId'>[];
  readonly body: string;
}

const idsOf = (files: readonly Pick<PostFile, 'fileId'>[]) => files.map(({ fileId }) => fileId);

export function heldFiles(serviceId: string, { thumbnail, images, files, body }: FileHolder) {
  return {
    thumbnail: thumbnail ? [thumbnail.fileId] : [],
    images: idsOf(images),
    files: idsOf(files),
    body: fileIdsIn(body, serviceId),
  };
}

export function heldFileIds(serviceId: string, holder: FileHolder): string[] {
  return [...new Set(Object.values(heldFiles(serviceId, holder)).flat())];
}
