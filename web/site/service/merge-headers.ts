import type { HeadersArgs } from 'react-router';

/**
 * The headers of a page within a service: its own, but what lacks a part for one reader is kept for nobody, whichever
 * of the two it is that lacks it.
 */
export function mergeHeaders({ loaderHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const [name, value] of loaderHeaders) headers.set(name, value);
  const own = headers.get('cache-control') ?? '';
  const isUnkept = /no-store/i.test(parentHeaders.get('cache-control') ?? '');
  if (isUnkept && !/no-store/i.test(own)) headers.set('cache-control', 'no-store');
  return headers;
}
