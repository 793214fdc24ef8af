import type { RouterContextProvider } from 'react-router';
import { type CategoryNode, categoryApi, ROOT_CATEGORY } from '#contract/categories.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { type PublicService, serviceApi } from '#contract/services.ts';
import { tagApi } from '#contract/tags.ts';
import { pageCall, partCall } from '../../api/page-api.server.ts';
import { type Accent, toAccent } from '../../ui/accent.ts';

export interface MenuCategory {
  readonly slug: string;
  readonly label: string;
  readonly children: readonly MenuCategory[];
}

export interface ServiceMenu {
  readonly categories: readonly MenuCategory[];
  readonly tags: readonly string[];
  readonly groups: readonly { readonly slug: string; readonly label: string }[];
  readonly hasMoreTags: boolean;
  readonly hasMoreGroups: boolean;
  /** Set when a part failed to load; 404 does not count as a failure. */
  readonly isIncomplete: boolean;
}

export interface ServiceData extends PublicService {
  readonly accent?: Accent | undefined;
  readonly menu: ServiceMenu;
}

const MAX_MENU = 50;

export async function loadService(context: Readonly<RouterContextProvider>, serviceId: string): Promise<ServiceData> {
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
      isIncomplete: [root, tags, groups].includes(null),
    },
  };
}

function toMenu(nodes: readonly CategoryNode[]): MenuCategory[] {
  return nodes.map(({ slug, label, children }) => ({ slug, label, children: toMenu(children) }));
}
