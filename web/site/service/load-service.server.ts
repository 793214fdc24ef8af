import type { RouterContextProvider } from 'react-router';
import { toAccent } from '#contract/accent.ts';
import { type CategoryNode, categoryApi, ROOT_CATEGORY } from '#contract/categories.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { type PublicService, serviceApi } from '#contract/services.ts';
import { tagApi } from '#contract/tags.ts';
import { pageCall, partCall } from '../../api/page-api.server.ts';

export interface MenuCategory {
  readonly slug: string;
  readonly label: string;
  readonly children: readonly MenuCategory[];
}

export type ServiceData = ReturnType<typeof toServiceData>;
export type ServiceMenu = ServiceData['menu'];

const MAX_MENU = 50;

type Context = Readonly<RouterContextProvider>;

export async function loadService(context: Context, serviceId: string) {
  const [service, menu] = await Promise.all([
    pageCall(context)(serviceApi.find, { params: { serviceId } }),
    loadMenu(context, serviceId),
  ]);
  return toServiceData(service, menu);
}

/** For error pages, which must not fail. Undefined for an unknown service, and when it cannot be loaded. */
export async function findServiceData(context: Context, serviceId: string): Promise<ServiceData | undefined> {
  const service = await partCall(context, serviceApi.find, { params: { serviceId } });
  return service ? toServiceData(service, await loadMenu(context, serviceId)) : undefined;
}

function toServiceData(service: PublicService, menu: Awaited<ReturnType<typeof loadMenu>>) {
  return { ...service, accent: toAccent(service.accentColor ?? ''), menu };
}

async function loadMenu(context: Context, serviceId: string) {
  const params = { serviceId };
  const used = { count: MAX_MENU, isUsed: '1' };
  const [root, tags, groups] = await Promise.all([
    partCall(context, categoryApi.find, { params: { ...params, slug: ROOT_CATEGORY }, query: { withChildren: '1' } }),
    partCall(context, tagApi.list, { params, query: used }),
    partCall(context, postGroupApi.list, { params, query: { ...used, withPostIds: '0' } }),
  ]);
  return {
    categories: toMenu((root?.children ?? []) as CategoryNode[]),
    tags: tags?.items.map(({ label }) => label) ?? [],
    groups: groups?.items.map(({ slug, label }) => ({ slug, label })) ?? [],
    hasMoreTags: Boolean(tags?.pagerKey),
    hasMoreGroups: Boolean(groups?.pagerKey),
    /** Set when a part failed to load; 404 does not count as a failure. */
    isIncomplete: [root, tags, groups].includes(null),
  };
}

function toMenu(nodes: readonly CategoryNode[]): MenuCategory[] {
  return nodes.map(({ slug, label, children }) => ({ slug, label, children: toMenu(children) }));
}
