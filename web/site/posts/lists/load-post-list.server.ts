import type { RouterContextProvider } from 'react-router';
import { type Category, categoryApi } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { groupPath, tagPath } from '#contract/page-paths.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { type PublicPost, postApi } from '#contract/posts.ts';
import { MAX_POST_COUNT, tagApi } from '#contract/tags.ts';
import { pageCall } from '../../../api/page-api.server.ts';
import { childrenOf, parentsOf, toBranches } from '../category-tree.ts';
import { isImage } from '../post-media.ts';
import { toCategoryLink, toPostSummary } from '../post-summary.ts';
import { loadListPage } from './turn-page.ts';

interface ListArgs<Params = unknown> {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: { readonly serviceId: string } & Params;
}

export type OverviewData = Awaited<ReturnType<typeof loadTags>>;
export type PostListData = Awaited<ReturnType<typeof loadPosts>>;

const USED = { count: 50, isUsed: '1', withPostCount: '1' };
const LIST_QUERY = { count: 10, withBody: '0', withTags: '1' } as const;

export async function loadTags({ context, request, params }: ListArgs) {
  const { page, turns } = await loadListPage(request.url, 'asc', (place) =>
    pageCall(context)(tagApi.list, { params, query: { ...USED, ...place } }),
  );
  const lists = page.items.map(({ label, postCount = 0 }) => ({
    label,
    count: postCount,
    isCut: postCount === MAX_POST_COUNT,
    path: tagPath(params.serviceId, label),
  }));
  return { lists, turns };
}

export async function loadGroups({ context, request, params }: ListArgs): Promise<OverviewData> {
  const { page, turns } = await loadListPage(request.url, 'desc', (place) =>
    pageCall(context)(postGroupApi.list, { params, query: { ...USED, withPostIds: '0', ...place } }),
  );
  const lists = page.items.map(({ slug, label, postCount = 0 }) => ({
    label,
    count: postCount,
    isCut: false,
    path: groupPath(params.serviceId, slug),
  }));
  return { lists, turns };
}

export async function loadPosts(args: ListArgs) {
  const [categories, { page, turns }] = await Promise.all([loadCategories(args), readPosts(args)]);
  return { posts: page.items.map((post) => toPostSummary(post, categories)), turns };
}

export async function loadCategoryPosts(args: ListArgs<{ readonly categorySlug: string }>) {
  const { categorySlug } = args.params;
  const [categories, { page, turns }] = await Promise.all([
    loadCategories(args),
    readPosts(args, { category: categorySlug }),
  ]);
  const category = page.meta?.category;
  if (!category) throw new Error(`The list of category ${categorySlug} came without it`);
  // Hides the current category, which all posts of the list share.
  const others = categories.filter(({ slug }) => slug !== categorySlug);
  return {
    posts: page.items.map((post) => toPostSummary(post, others)),
    turns,
    label: category.label,
    description: category.description,
    picture: category.picture && isImage(category.picture) ? category.picture : undefined,
    parents: parentsOf(category, categories).map(toCategoryLink),
    children: toBranches(childrenOf(category, category.children), category.children),
  };
}

export async function loadTagPosts(args: ListArgs<{ readonly label: string }>) {
  const tag = args.params.label;
  const [categories, { page, turns }] = await Promise.all([loadCategories(args), readPosts(args, { tag })]);
  const label = page.meta?.tag?.label ?? tag;
  return { posts: page.items.map((post) => toPostSummary(withoutTag(post, label), categories)), turns, label };
}

function withoutTag({ tags = [], ...post }: PublicPost, shared: string): PublicPost {
  return { ...post, tags: tags.filter(({ label }) => label !== shared) };
}

function readPosts(
  { context, request, params: { serviceId } }: ListArgs,
  filter: { readonly category?: string; readonly tag?: string } = {},
) {
  return loadListPage<ResponseOf<typeof postApi.list>>(request.url, 'desc', (place) =>
    pageCall(context)(postApi.list, {
      params: { serviceId },
      query: { ...LIST_QUERY, withCategory: '0', ...filter, ...place },
    }),
  );
}

async function loadCategories({ context, params: { serviceId } }: ListArgs): Promise<readonly Category[]> {
  return pageCall(context)(categoryApi.list, { params: { serviceId }, query: { isList: '1' } });
}

export async function loadGroupPosts(args: ListArgs<{ readonly groupSlug: string }>) {
  const { context, request } = args;
  const params = { serviceId: args.params.serviceId, slug: args.params.groupSlug };
  const [categories, { page, turns }] = await Promise.all([
    loadCategories(args),
    loadListPage(request.url, 'asc', async (place) => {
      const group = await pageCall(context)(postGroupApi.find, { params, query: { ...LIST_QUERY, ...place } });
      // When reading in reverse, `startNumber` is the position of the last post shown.
      const { posts: items = [], startNumber: first = 1 } = group;
      return { ...group, items, start: place.order === 'asc' ? first : first - items.length + 1 };
    }),
  ]);
  const posts = page.items.map((post) => toPostSummary(post, categories));
  return { posts, turns, label: page.label, count: page.postCount, start: page.start };
}
