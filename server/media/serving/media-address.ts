import { RAW } from '#contract/image-variants.ts';
import { extensionOf } from '#contract/media-types.ts';
import type { FileRow } from '../../database/media-tables.ts';
import { originalKey, variantKey } from '../media-keys.ts';

type Addressed = Pick<FileRow, 'serviceId' | 'fileType' | 'fileId' | 'mimeType' | 'version'>;

/**
 * The address of a file for readers, in a size where one is named. A file that was replaced has its version behind it,
 * so that nobody goes on with the bytes that an earlier address stood for.
 */
export function mediaAddressOf(file: Addressed, mediaUrl: string, size: string = RAW): string {
  const key = size === RAW ? originalKey(file) : variantKey(file, size, extensionOf(file.mimeType));
  return `${mediaUrl}/${key}${file.version > 1 ? `?v=${file.version}` : ''}`;
}
