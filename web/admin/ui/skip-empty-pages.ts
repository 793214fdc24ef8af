interface Page {
  readonly items: readonly unknown[];
  readonly pageToken: string | null;
}

/** Maximum consecutive empty pages before the user is asked to continue. */
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
