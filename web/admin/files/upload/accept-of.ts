import type { FileType } from '#contract/files.ts';
import { extensionOf } from '#contract/media-types.ts';
import { acceptedTypes, type UploadSettings } from './upload-rules.ts';

/** MIME types for a file input: types and endings both, since not every system knows the type of every ending. */
export function acceptTypes(mimeTypes: readonly string[]): string {
  const endings = mimeTypes.map(extensionOf).filter((ending) => ending !== 'bin');
  return [...new Set([...mimeTypes, ...endings.map((ending) => `.${ending}`)])].join(',');
}

/** The same for everything that a service takes, or for one kind of it. */
export function acceptOf(settings: UploadSettings, fileType?: FileType): string {
  const kinds = fileType === undefined ? (['image', 'file'] as const) : [fileType];
  return acceptTypes(kinds.flatMap((kind) => acceptedTypes(kind, settings)));
}
