export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

export interface PagingOptions extends CallOptions {
  readonly maxItems?: number;
  readonly maxPages?: number;
}

export type Paged<Page> = Page extends readonly (infer Item)[]
  ? Item
  : Page extends { items: readonly (infer Item)[] }
    ? Item
    : Page extends { posts?: readonly (infer Item)[] }
      ? Item
      : never;

interface AnyPage {
  readonly items?: readonly unknown[];
  readonly posts?: readonly unknown[];
  readonly pageToken?: string | null;
}

type PagedCall<Request, Page> = (request: Request, options?: CallOptions) => Promise<Page>;

/**
 * Iterates over the pages of any paged call, such as a list, a search or the posts of a group, fetching them on demand.
 * Starts at the request's `pageToken`.
 */
export async function* pagesOf<Request extends object | undefined, Page>(
  call: PagedCall<Request, Page>,
  request: Request,
  { maxItems, maxPages = Number.POSITIVE_INFINITY, ...options }: PagingOptions = {},
): AsyncGenerator<Page> {
  let next = request;
  let left = maxItems ?? Number.POSITIVE_INFINITY;
  for (let number = 0; number < maxPages && left > 0; number += 1) {
    const page = await call(next, options);
    yield page;
    const { pageToken } = page as AnyPage;
    left -= thingsOf(page).length;
    if (!pageToken) return;
    // The token of the page replaces the `pagerKey` of the first request.
    next = { ...next, pagerKey: undefined, pageToken } as Request;
  }
}

export async function* itemsOf<Request extends object | undefined, Page>(
  call: PagedCall<Request, Page>,
  request: Request,
  options: PagingOptions = {},
): AsyncGenerator<Paged<Page>> {
  let left = options.maxItems ?? Number.POSITIVE_INFINITY;
  for await (const page of pagesOf(call, request, options)) {
    for (const item of thingsOf(page)) {
      if (left < 1) return;
      left -= 1;
      yield item as Paged<Page>;
    }
  }
}

function thingsOf(page: unknown): readonly unknown[] {
  if (Array.isArray(page)) return page;
  const { items, posts } = page as AnyPage;
  return items ?? posts ?? [];
}
