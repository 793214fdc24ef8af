import type { FileType } from '#contract/files.ts';
import { mimeTypeOf } from '#contract/media-types.ts';
import { acceptedTypes, type UploadSettings } from './upload-rules.ts';

const UNKNOWN = 'application/octet-stream';

/** Prefers the extension: browsers do not recognize Markdown, and some report CSV as a spreadsheet. */
export function pickedMimeType({ name, type }: Pick<File, 'name' | 'type'>): string {
  const byName = mimeTypeOf(endingOf(name));
  if (byName !== UNKNOWN) return byName;
  const [byBrowser = ''] = type.toLowerCase().split(';');
  return byBrowser.trim() || UNKNOWN;
}

/** Returns `image` for types accepted as images, and for other image types that are not accepted as documents. */
export function kindOf(mimeType: string, settings: UploadSettings): FileType {
  const isPicture = acceptedTypes('image', settings).includes(mimeType);
  const isDocument = acceptedTypes('file', settings).includes(mimeType);
  return isPicture || (mimeType.startsWith('image/') && !isDocument) ? 'image' : 'file';
}

export function endingOf(name: string): string {
  return /\.([0-9a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}
