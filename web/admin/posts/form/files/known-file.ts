import type { AdminFile } from '#contract/admin-files.ts';
import type { ShownFile } from '#contract/files.ts';
import { asServed } from '../../../files/shown-picture.ts';
import { toShownFile } from '../../shown-file.ts';

/** File with display data; `gone` is the reason why readers cannot load it, or soon will not. */
export type FileOfForm = ShownFile & { readonly gone?: 'removed' | 'withdrawn' };

export type KnownFile = FileOfForm | 'loading' | 'missing';

export function toKnownFile(file: AdminFile): FileOfForm {
  const shown = toShownFile(asServed(file));
  if (file.isWithdrawn) return { ...shown, gone: 'withdrawn' };
  return file.status === 'removed' ? { ...shown, gone: 'removed' } : shown;
}

/**
 * Returns the files of a saved post that need no request; a file without an address must be looked up for the reason.
 */
export function knownFromPost(files: readonly ShownFile[]): Map<string, KnownFile> {
  return new Map(files.filter(({ src }) => src !== undefined).map((file) => [file.fileId, file]));
}
