import type { RouterContextProvider } from 'react-router';
import { categoryApi } from '#contract/categories.ts';
import { postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { pageCall } from '../../api/page-api.server.ts';
import { childrenOf, isRoot, parentsOf } from './category-tree.ts';
import { type CategoryLink, type PostSummary, toCategoryLink, toPostSummary } from './post-summary.ts';

export interface PostListData {
  readonly serviceId: string;
  readonly serviceLabel: string;
  /** What the list is narrowed to. */
  readonly label: string | undefined;
  /** The categories above, from the top down. */
  readonly parents: readonly CategoryLink[];
  /** The categories right below. */
  readonly categories: readonly CategoryLink[];
  readonly posts: readonly PostSummary[];
  /** Where the next page begins. */
  readonly older: string | null;
  readonly isFirstPage: boolean;
}

interface ListArgs {
  readonly context: Readonly<RouterContextProvider>;
  readonly request: Request;
  readonly params: { readonly serviceId: string };
}

const PAGE_SIZE = 10;

/** One page of a service's posts, of all or of a category or a tag. */
export async function loadPostList(
  { context, request, params: { serviceId } }: ListArgs,
  filter: { category?: string; tag?: string } = {},
): Promise<PostListData> {
  const call = pageCall(context);
  const pageToken = new URL(request.url).searchParams.get('pageToken') ?? '';
  const [serviceLabel, categories, page] = await Promise.all([
    loadServiceLabel(context, serviceId),
    call(categoryApi.list, { params: { serviceId }, query: { isList: '1' } }),
    call(postApi.list, {
      params: { serviceId },
      query: { count: PAGE_SIZE, withBody: '0', withCategory: '0', pageToken, ...filter },
    }),
  ]);
  const category = page.meta?.category;
  const above = category ?? categories.find(isRoot);
  return {
    serviceId,
    serviceLabel,
    label: category?.label ?? page.meta?.tag?.label,
    parents: category ? parentsOf(category, categories).map(toCategoryLink) : [],
    categories: above && filter.tag === undefined ? childrenOf(above, categories).map(toCategoryLink) : [],
    // What all of them share needs no telling.
    posts: page.items.map((post) =>
      toPostSummary(
        post,
        categories.filter(({ slug }) => slug !== category?.slug),
      ),
    ),
    older: page.pageToken,
    isFirstPage: pageToken === '',
  };
}

export async function loadServiceLabel(context: Readonly<RouterContextProvider>, serviceId: string): Promise<string> {
  return (await pageCall(context)(serviceApi.find, { params: { serviceId } })).label;
}
