import { adminSearchApi } from '#contract/admin-search.ts';
import { forbidden } from '../http/errors.ts';
import type { Api } from '../http/implement.ts';
import { type AnyPostTools, findAnyPosts } from './find-any-posts.ts';

export function adminSearchRoutes(api: Api, tools: AnyPostTools): void {
  api.implement(adminSearchApi.find, async ({ query: { q = '', service, count }, actor: { serviceIds } }) => {
    if (service && !serviceIds.includes(service)) throw forbidden();
    return findAnyPosts(tools, { serviceIds: service ? [service] : serviceIds, q, count });
  });
}
