import type { FileType } from '#contract/files.ts';
import { mimeTypeOf } from '#contract/media-types.ts';
import { acceptedTypes, type UploadSettings } from './upload-rules.ts';

const UNKNOWN = 'application/octet-stream';

/**
 * The type of a file that somebody has picked. Its ending knows better: browsers say nothing of Markdown, and on some
 * systems take CSV for a spreadsheet.
 */
export function pickedMimeType({ name, type }: Pick<File, 'name' | 'type'>): string {
  const byName = mimeTypeOf(endingOf(name));
  if (byName !== UNKNOWN) return byName;
  const [byBrowser = ''] = type.toLowerCase().split(';');
  return byBrowser.trim() || UNKNOWN;
}

/** Pictures that the service takes as pictures; everything else is a document. */
export function kindOf(mimeType: string, settings: UploadSettings): FileType {
  const isPicture = acceptedTypes('image', settings).includes(mimeType);
  const isDocument = acceptedTypes('file', settings).includes(mimeType);
  return isPicture || (mimeType.startsWith('image/') && !isDocument) ? 'image' : 'file';
}

/** What follows the last dot of a name, in small letters. */
export function endingOf(name: string): string {
  return /\.([0-9a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
