import type { AdminFile } from '#contract/admin-files.ts';
import type { ShownFile } from '#contract/files.ts';
import { asServed } from '../../../files/shown-picture.ts';
import { toShownFile } from '../../shown-file.ts';

/** A file of the form; `gone` says why readers do not get it, or will not for long. */
export type FileOfForm = ShownFile & { readonly gone?: 'removed' | 'withdrawn' };

/** What is known of a file of the form: nothing yet, or that it is not there at all. */
export type KnownFile = FileOfForm | 'loading' | 'missing';

/** A file as the library has it. */
export function toKnownFile(file: AdminFile): FileOfForm {
  const shown = toShownFile(asServed(file));
  if (file.isWithdrawn) return { ...shown, gone: 'withdrawn' };
  return file.status === 'removed' ? { ...shown, gone: 'removed' } : shown;
}

/** Files of a saved post that need no question: what has no address is not there, for reasons that the library knows. */
export function knownFromPost(files: readonly ShownFile[]): Map<string, KnownFile> {
  return new Map(files.filter(({ src }) => src !== undefined).map((file) => [file.fileId, file]));
}
