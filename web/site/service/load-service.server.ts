import type { RouterContextProvider } from 'react-router';
import { toAccent } from '#contract/accent.ts';
import { type CategoryNode, categoryApi, ROOT_CATEGORY } from '#contract/categories.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { serviceApi } from '#contract/services.ts';
import { tagApi } from '#contract/tags.ts';
import { pageCall, partCall } from '../../api/page-api.server.ts';

export interface MenuCategory {
  readonly slug: string;
  readonly label: string;
  readonly children: readonly MenuCategory[];
}

export type ServiceData = Awaited<ReturnType<typeof loadService>>;
export type ServiceMenu = ServiceData['menu'];

const MAX_MENU = 50;

export async function loadService(context: Readonly<RouterContextProvider>, serviceId: string) {
  const params = { serviceId };
  const used = { count: MAX_MENU, isUsed: '1' };
  const [service, root, tags, groups] = await Promise.all([
    pageCall(context)(serviceApi.find, { params }),
    partCall(context, categoryApi.find, { params: { ...params, slug: ROOT_CATEGORY }, query: { withChildren: '1' } }),
    partCall(context, tagApi.list, { params, query: used }),
    partCall(context, postGroupApi.list, { params, query: { ...used, withPostIds: '0' } }),
  ]);
  return {
    ...service,
    accent: toAccent(service.accentColor ?? ''),
    menu: {
      categories: toMenu((root?.children ?? []) as CategoryNode[]),
      tags: tags?.items.map(({ label }) => label) ?? [],
      groups: groups?.items.map(({ slug, label }) => ({ slug, label })) ?? [],
      hasMoreTags: Boolean(tags?.pagerKey),
      hasMoreGroups: Boolean(groups?.pagerKey),
      /** Set when a part failed to load; 404 does not count as a failure. */
      isIncomplete: [root, tags, groups].includes(null),
    },
  };
}

function toMenu(nodes: readonly CategoryNode[]): MenuCategory[] {
  return nodes.map(({ slug, label, children }) => ({ slug, label, children: toMenu(children) }));
}
