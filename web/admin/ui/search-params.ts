import { pagerQuery } from '#contract/paging.ts';

/** Returns undefined for the first page and for tokens that the API would reject. */
export function readPageToken(search: URLSearchParams): string | undefined {
  return pagerQuery.pageToken.safeParse(search.get('pageToken') || undefined).data;
}

/** Returns the query of an address with `?`, without empty values; empty when none is left. */
export function toSearch(params: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  return search.size > 0 ? `?${search}` : '';
}
