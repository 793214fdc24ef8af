import type { RouterContextProvider } from 'react-router';
import { type CategoryNode, categoryApi, ROOT_CATEGORY } from '#contract/categories.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { type PublicService, serviceApi } from '#contract/services.ts';
import { tagApi } from '#contract/tags.ts';
import { pageCall, partCall } from '../../api/page-api.server.ts';
import { type Accent, toAccent } from '../../ui/accent.ts';

/** A category of the menu, with those below it. */
export interface MenuCategory {
  readonly slug: string;
  readonly label: string;
  readonly children: readonly MenuCategory[];
}

/** Where a reader may go in a service. */
export interface ServiceMenu {
  readonly categories: readonly MenuCategory[];
  readonly tags: readonly string[];
  readonly groups: readonly { readonly slug: string; readonly label: string }[];
  /** Whether there are more than the menu has room for. */
  readonly hasMoreTags: boolean;
  readonly hasMoreGroups: boolean;
  /** Whether some of it could not be had; what does not exist is no failure. */
  readonly isIncomplete: boolean;
}

/** What every page of a service knows of it. */
export interface ServiceData extends PublicService {
  /** Its colour, as it can be read. */
  readonly accent?: Accent | undefined;
  readonly menu: ServiceMenu;
}

const MAX_MENU = 50;

export async function loadService(context: Readonly<RouterContextProvider>, serviceId: string): Promise<ServiceData> {
  const params = { serviceId };
  // What leads a reader nowhere is no place to go.
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
