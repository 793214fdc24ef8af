import type { FileType } from '#contract/files.ts';
import { extensionOf } from '#contract/media-types.ts';
import { acceptedTypes, type UploadSettings } from './upload-rules.ts';

/** Includes extensions, because some systems do not know the MIME types. */
export function acceptTypes(mimeTypes: readonly string[]): string {
  const endings = mimeTypes.map(extensionOf).filter((ending) => ending !== 'bin');
  return [...new Set([...mimeTypes, ...endings.map((ending) => `.${ending}`)])].join(',');
}

export function acceptOf(settings: UploadSettings, fileType?: FileType): string {
  const kinds = fileType === undefined ? (['image', 'file'] as const) : [fileType];
  return acceptTypes(kinds.flatMap((kind) => acceptedTypes(kind, settings)));
}
