import { mimeTypeOf } from '#contract/media-types.ts';

/** Types that browsers would run if the storage were served directly. */
const RUNNABLE: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml']);

/** Returns the content type by the extension of the key only, so that all storages agree. */
export function contentTypeOf(key: string): string {
  const mimeType = mimeTypeOf(key.slice(key.lastIndexOf('.') + 1));
  if (RUNNABLE.has(mimeType)) return 'application/octet-stream';
  return mimeType.startsWith('text/') || mimeType === 'application/json' ? `${mimeType}; charset=utf-8` : mimeType;
}
