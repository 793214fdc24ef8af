import { adminSearchApi } from '#contract/admin-search.ts';
import { postSearchApi, SearchPagerKey } from '#contract/post-search.ts';
import { forbidden } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { readPager } from '../http/pager.ts';
import { toInstant } from '../platform/clock.ts';
import { type AnyPostTools, findAnyPosts } from './find-any-posts.ts';
import { SearchBudget, SearchLimit } from './search-limit.ts';
import { type SearchTools, searchPublishedPosts } from './search-published-posts.ts';

export function postSearchRoutes(api: Api, tools: SearchTools): void {
  const limit = new SearchLimit(tools.clock);

  api.implement(
    postSearchApi.search,
    async ({ params: { serviceId }, query: { q, count, ...pager }, caller: { address } }) => {
      const query = { serviceId, q, count, after: readPager(SearchPagerKey, pager) };
      if (address !== undefined) limit.admit(address);
      const budget = new SearchBudget(tools.clock);
      try {
        return await searchPublishedPosts(tools, { ...query, now: toInstant(tools.clock.now()) }, budget);
      } finally {
        if (address !== undefined) limit.charge(address, budget.cost);
      }
    },
  );
}

export function adminSearchRoutes(api: Api, tools: AnyPostTools): void {
  api.implement(adminSearchApi.find, async ({ query: { q = '', service, count }, actor: { serviceIds } }) => {
    if (service && !serviceIds.includes(service)) throw forbidden();
    return findAnyPosts(tools, { serviceIds: service ? [service] : serviceIds, q, count });
  });
}
