import { adminPostApi } from '#contract/admin-posts.ts';
import type { RequestOf, ResponseOf } from '#contract/endpoint.ts';
import type { GivenUser } from '#testing/given-user.ts';

export type Query = RequestOf<typeof adminPostApi.list>['query'];
export const params = { serviceId: 'news' };

export async function list({ call }: GivenUser, query: Query = {}): Promise<ResponseOf<typeof adminPostApi.list>> {
  return call(adminPostApi.list, { params, query });
}

export async function slugsOf(user: GivenUser, query: Query = {}): Promise<string[]> {
  return (await list(user, query)).items.map(({ slug }) => slug);
}

export async function readAll(user: GivenUser, query: Query, form: 'pagerKey' | 'pageToken'): Promise<string[]> {
  const slugs: string[] = [];
  for (let more: Query = {}; ; ) {
    const page = await list(user, { ...query, ...more });
    slugs.push(...page.items.map(({ slug }) => slug));
    if (!page.pagerKey || !page.pageToken) return slugs;
    more = form === 'pagerKey' ? { pagerKey: JSON.stringify(page.pagerKey) } : { pageToken: page.pageToken };
  }
}
