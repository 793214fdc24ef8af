import { pagerQuery } from '#contract/paging.ts';

export function readPageToken(search: URLSearchParams): string | undefined {
  return pagerQuery.pageToken.safeParse(search.get('pageToken') || undefined).data;
}

export function toSearch(params: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  return search.size > 0 ? `?${search}` : '';
}
