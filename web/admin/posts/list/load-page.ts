import { type AdminPostRow, adminPostApi } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { pageFor } from '../../../session/console-call.ts';
import { sessionCall } from '../../../session/session-call.ts';
import type { ListState } from './list-state.ts';

export interface ListPage {
  readonly posts: readonly AdminPostRow[];
  /** Where the next page begins, if there is one. */
  readonly nextKey: string | undefined;
}

/** How often a search that has found nothing yet is taken further by itself. */
const MAX_LOOKS = 6;

/** A page of the list. No post has a category or a tag that is gone. */
export async function loadPage(
  request: Request,
  serviceId: string,
  { sort, order, category, tag, status, filter, size, pagerKey }: ListState,
): Promise<ListPage> {
  const filters = filter && JSON.stringify(filter);
  const query = { sort, order, category, tag: tag || undefined, status, filters, count: size };
  try {
    let nextKey = pagerKey;
    for (let look = 1; ; look += 1) {
      const wanted = { params: { serviceId }, query: { ...query, pagerKey: nextKey } };
      const page = await sessionCall(adminPostApi.list, wanted);
      nextKey = page.pagerKey ? JSON.stringify(page.pagerKey) : undefined;
      if (page.items.length > 0 || nextKey === undefined || look === MAX_LOOKS) return { posts: page.items, nextKey };
    }
  } catch (error) {
    if (isOfNothing(error)) return { posts: [], nextKey: undefined };
    throw pageFor(error, request) ?? error;
  }
}

function isOfNothing(error: unknown): boolean {
  const gone: readonly string[] = [messages.categoryMissing, messages.tagMissing];
  return error instanceof ApiError && error.status === 404 && gone.includes(error.body.message);
}
