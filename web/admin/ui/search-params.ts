import { pagerQuery } from '#contract/paging.ts';

export function readPageToken(search: URLSearchParams): string | undefined {
  return pagerQuery.pageToken.safeParse(search.get('pageToken') || undefined).data;
}

export function toSearch(params: Readonly<Record<string, string | undefined>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) if (value) search.set(name, value);
  return search.size > 0 ? `?${search}` : '';
}

interface Page {
  readonly items: readonly unknown[];
  readonly pageToken: string | null;
}

const MAX_EMPTY = 5;

/** A search may return empty pages with a cursor; these are skipped. */
export async function skipEmptyPages<Result extends Page>(
  load: (pageToken: string | undefined) => Promise<Result>,
  pageToken: string | undefined,
): Promise<Result> {
  let page = await load(pageToken);
  for (let skipped = 0; page.items.length === 0 && page.pageToken !== null && skipped < MAX_EMPTY; skipped += 1) {
    page = await load(page.pageToken);
  }
  return page;
}
