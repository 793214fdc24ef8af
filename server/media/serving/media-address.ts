import { RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { originalPath, variantPath } from '../media-keys.ts';

type Addressed = Pick<FileRow, 'serviceId' | 'fileType' | 'fileId' | 'mimeType' | 'version'>;

/**
 * Returns the public URL of a file, optionally in a size. Replaced files get `?v=`, so that caches do not serve the
 * earlier bytes.
 */
export function mediaAddressOf(file: Addressed, mediaUrl: string, size: string = RAW): string {
  const path = size === RAW ? originalPath(file) : variantPath(file, size, extensionOf(file.mimeType));
  return `${mediaUrl}/${path}${file.version > 1 ? `?v=${file.version}` : ''}`;
}
