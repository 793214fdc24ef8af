import { RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { originalPath, variantPath } from '../media-keys.ts';

type Addressed = Pick<FileRow, 'serviceId' | 'fileType' | 'fileId' | 'mimeType' | 'version'>;

/**
 * The address of a file for readers, in a size where one is named. A file that was replaced has its version behind it,
 * so that nobody goes on with the bytes that an earlier address stood for.
 */
export function mediaAddressOf(file: Addressed, mediaUrl: string, size: string = RAW): string {
  const path = size === RAW ? originalPath(file) : variantPath(file, size, extensionOf(file.mimeType));
  return `${mediaUrl}/${path}${file.version > 1 ? `?v=${file.version}` : ''}`;
}
