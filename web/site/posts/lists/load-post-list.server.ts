import type { RouterContextProvider } from 'react-router';
import { type Category, categoryApi } from '#contract/categories.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { groupPath, tagPath } from '#contract/page-paths.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { type PublicPost, postApi } from '#contract/posts.ts';
import { tagApi } from '#contract/tags.ts';
import { pageCall } from '../../../api/page-api.server.ts';
import { type CategoryBranch, childrenOf, parentsOf, toBranches } from '../category-tree.ts';
import { type CategoryLink, type PostSummary, toCategoryLink, toPostSummary } from '../post-summary.ts';
import { type PageTurns, turnTo } from './turn-page.ts';

export interface ListedList {
  readonly label: string;
  readonly path: string;
}

export interface OverviewData {
  readonly lists: readonly ListedList[];
  readonly turns: PageTurns;
}

const USED = { count: 50, isUsed: '1' };

export async function loadTags({ context, request, params }: ListArgs): Promise<OverviewData> {
  const { page, turns } = await turnTo(request.url, 'asc', (place) =>
    pageCall(context)(tagApi.list, { params, query: { ...USED, ...place } }),
  );
  const lists = page.items.map(({ label }) => ({ label, path: tagPath(params.serviceId, label) }));
  return { lists, turns };
}

export async function loadGroups({ context, request, params }: ListArgs): Promise<OverviewData> {
  const { page, turns } = await turnTo(request.url, 'desc', (place) =>
    pageCall(context)(postGroupApi.list, { params, query: { ...USED, withPostIds: '0', ...place } }),
  );
  const lists = page.items.map(({ slug, label }) => ({ label, path: groupPath(params.serviceId, slug) }));
  return { lists, turns };
}

export interface ListArgs {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: { readonly serviceId: string };
}

export interface PostListData {
  readonly posts: readonly PostSummary[];
  readonly turns: PageTurns;
}

export interface CategoryPostsData extends PostListData {
  readonly label: string;
  readonly description: string | undefined;
  readonly parents: readonly CategoryLink[];
  readonly children: readonly CategoryBranch[];
}

const PAGE_SIZE = 10;

const asListed = { count: PAGE_SIZE, withBody: '0', withTags: '1' } as const;

export async function loadPosts(args: ListArgs): Promise<PostListData> {
  const [categories, { page, turns }] = await Promise.all([loadCategories(args), readPosts(args)]);
  return { posts: page.items.map((post) => toPostSummary(post, categories)), turns };
}

export async function loadCategoryPosts(args: ListArgs, slug: string): Promise<CategoryPostsData> {
  const [categories, { page, turns }] = await Promise.all([loadCategories(args), readPosts(args, { category: slug })]);
  const category = page.meta?.category;
  if (!category) throw new Error(`The list of category ${slug} came without it`);
  // Hides the current category, which all posts of the list share.
  const others = categories.filter((other) => other.slug !== slug);
  return {
    posts: page.items.map((post) => toPostSummary(post, others)),
    turns,
    label: category.label,
    description: category.description,
    parents: parentsOf(category, categories).map(toCategoryLink),
    children: toBranches(childrenOf(category, category.children), category.children),
  };
}

export async function loadTagPosts(
  args: ListArgs,
  requestedTag: string,
): Promise<PostListData & { readonly label: string }> {
  const [categories, { page, turns }] = await Promise.all([
    loadCategories(args),
    readPosts(args, { tag: requestedTag }),
  ]);
  const label = page.meta?.tag?.label ?? requestedTag;
  return { posts: page.items.map((post) => toPostSummary(withoutTag(post, label), categories)), turns, label };
}

function withoutTag({ tags = [], ...post }: PublicPost, shared: string): PublicPost {
  return { ...post, tags: tags.filter(({ label }) => label !== shared) };
}

function readPosts(
  { context, request, params: { serviceId } }: ListArgs,
  filter: { readonly category?: string; readonly tag?: string } = {},
) {
  return turnTo<ResponseOf<typeof postApi.list>>(request.url, 'desc', (place) =>
    pageCall(context)(postApi.list, {
      params: { serviceId },
      query: { ...asListed, withCategory: '0', ...filter, ...place },
    }),
  );
}

async function loadCategories({ context, params: { serviceId } }: ListArgs): Promise<readonly Category[]> {
  return pageCall(context)(categoryApi.list, { params: { serviceId }, query: { isList: '1' } });
}

export interface GroupPostsData extends PostListData {
  readonly label: string;
  readonly count: number;
  /** Position of the first post on the page within the group, from 1. */
  readonly start: number;
}

export async function loadGroupPosts(args: ListArgs, slug: string): Promise<GroupPostsData> {
  const { context, request } = args;
  const params = { ...args.params, slug };
  const [categories, { page, turns }] = await Promise.all([
    loadCategories(args),
    turnTo(request.url, 'asc', async (place) => {
      const group = await pageCall(context)(postGroupApi.find, { params, query: { ...asListed, ...place } });
      // When reading in reverse, `startNumber` is the position of the last post shown.
      const { posts: items = [], startNumber: first = 1 } = group;
      return { ...group, items, start: place.order === 'asc' ? first : first - items.length + 1 };
    }),
  ]);
  const posts = page.items.map((post) => toPostSummary(post, categories));
  return { posts, turns, label: page.label, count: page.postCount, start: page.start };
}
