import { mimeTypeOf } from '#contract/media-types.ts';

/** What browsers would run if somebody served the storage as it stands. */
const RUNNABLE: ReadonlySet<string> = new Set(['text/html', 'image/svg+xml']);

/** What a browser is told that an object is. It depends on nothing but the key, wherever the object is kept. */
export function contentTypeOf(key: string): string {
  const mimeType = mimeTypeOf(key.slice(key.lastIndexOf('.') + 1));
  if (RUNNABLE.has(mimeType)) return 'application/octet-stream';
  return mimeType.startsWith('text/') || mimeType === 'application/json' ? `${mimeType}; charset=utf-8` : mimeType;
}
