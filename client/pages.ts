import type { CallOptions } from './call-options.ts';

export interface PagingOptions extends CallOptions {
  /** How many things there may be at most, whatever the list holds. */
  readonly maxItems?: number;
  /** How many pages are asked for at most. */
  readonly maxPages?: number;
}

/** What a page is of. */
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
 * The pages of any call that answers in pages, each asked for when it is needed: a list, a search, the posts of a group.
 * It begins where `pageToken` of the request says.
 */
export async function* pagesOf<Request extends object | undefined, Page>(
  call: PagedCall<Request, Page>,
  request: Request,
  { maxItems, maxPages = Number.POSITIVE_INFINITY, ...options }: PagingOptions = {},
): AsyncGenerator<Page> {
  let asked = request;
  let left = maxItems ?? Number.POSITIVE_INFINITY;
  for (let number = 0; number < maxPages && left > 0; number += 1) {
    const page = await call(asked, options);
    yield page;
    const { pageToken } = page as AnyPage;
    left -= thingsOf(page).length;
    if (!pageToken) return;
    // A page's token takes the place of the key that the first one was asked with.
    asked = { ...asked, pagerKey: undefined, pageToken } as Request;
  }
}

/** What is on those pages, one after the other. */
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
