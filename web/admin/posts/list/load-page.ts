import { type AdminPostRow, adminPostApi } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';
import { pageFor } from '../../../session/console-call.ts';
import { sessionCall } from '../../../session/session-call.ts';
import type { ListState } from './list-state.ts';

export interface ListPage {
  readonly posts: readonly AdminPostRow[];
  readonly nextKey: string | undefined;
}

/** Maximum number of consecutive requests when filtered pages come back empty. */
const MAX_LOOKS = 6;

/** Loads a page of posts; returns an empty one when the category or tag no longer exists. */
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
