import { RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { FileRow } from '../database/media-tables.ts';

/** Objects that readers never get: uploads that nobody has looked at yet. No service id begins like this. */
export const PRIVATE_PREFIX = '_private/';

export function uploadKey(uploadId: string): string {
  return `${PRIVATE_PREFIX}uploads/${uploadId}`;
}

type Addressed = Pick<FileRow, 'serviceId' | 'fileType' | 'fileId' | 'mimeType'>;

/** Where the original of a file is: its key in the storage, and its path below the media address. */
export function originalKey({ serviceId, fileType, fileId, mimeType }: Addressed): string {
  const extension = extensionOf(mimeType);
  return fileType === 'image'
    ? `${serviceId}/images/${fileId}/${RAW}.${extension}`
    : `${serviceId}/docs/${fileId}.${extension}`;
}

/** Every size of a picture is below this, the original among them. */
export function imagePrefix({ serviceId, fileId }: Pick<FileRow, 'serviceId' | 'fileId'>): string {
  return `${serviceId}/images/${fileId}/`;
}

/** Where a size of a picture is, in the ending of a format. */
export function variantKey(file: Pick<FileRow, 'serviceId' | 'fileId'>, size: string, extension: string): string {
  return `${imagePrefix(file)}${size}.${extension}`;
}
