import { ContentId } from '#contract/posts.ts';

/** How long an id may be that is made here; programs may register longer ones, up to what the contract allows. */
export const CONTENT_ID_LENGTH = { min: 4, max: 32 } as const;

/** Whether an id can be registered by hand. */
export function isNewContentId(id: string): boolean {
  return id.length <= CONTENT_ID_LENGTH.max && ContentId.safeParse(id).success;
}

const MAX_TOKEN = 3400;

/** Where the page before ended, as the address says; the first page has none. */
export function readPageToken(search: URLSearchParams): string | undefined {
  const token = search.get('pageToken') ?? '';
  return token === '' || token.length > MAX_TOKEN ? undefined : token;
}

export function toPageSearch(pageToken: string | undefined): string {
  return pageToken === undefined ? '' : `?${new URLSearchParams({ pageToken })}`;
}
