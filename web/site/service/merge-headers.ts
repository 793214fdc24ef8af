import type { HeadersArgs } from 'react-router';

/** `no-store` of page or service layout wins, since a page with missing parts must not be cached. */
export function mergeHeaders({ loaderHeaders, parentHeaders }: HeadersArgs): Headers {
  const headers = new Headers(parentHeaders);
  for (const [name, value] of loaderHeaders) headers.set(name, value);
  const own = headers.get('cache-control') ?? '';
  const isUncacheable = /no-store/i.test(parentHeaders.get('cache-control') ?? '');
  if (isUncacheable && !/no-store/i.test(own)) headers.set('cache-control', 'no-store');
  return headers;
}
