import { data, redirect } from 'react-router';
import { postPath } from '#contract/page-paths.ts';
import { mergeHeaders } from '../../service/merge-headers.ts';
import { useService } from '../../service/service-context.ts';
import type { Route } from './+types/post.route.ts';
import { loadPost } from './load-post.server.ts';
import { PostPage } from './post-page.tsx';

/**
 * What a preview link shows is for one pair of eyes: it stays in no cache, no search engine lists it, and no site that
 * the page links to is told the address with its token.
 */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
};

/** A former address leads on as long as no other post takes it; browsers would keep that for ever. */
const MOVED = { 'cache-control': 'no-cache' };

/** The next reader may have it whole. */
const INCOMPLETE = { 'cache-control': 'no-store' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams, search } = new URL(request.url);
  const token = searchParams.get('token') ?? undefined;
  const post = await loadPost(context, { ...params, token });
  if (post.slug !== params.slug) {
    const headers = token === undefined ? MOVED : PRIVATE;
    throw redirect(`${postPath(post.serviceId, post.slug)}${search}`, { status: 301, headers });
  }
  if (token !== undefined) return data(post, { headers: PRIVATE });
  return data(post, { headers: post.isIncomplete ? INCOMPLETE : {} });
}

export const headers = mergeHeaders;

export default function PostRoute({ loaderData }: Route.ComponentProps) {
  const { label = loaderData.serviceId } = useService() ?? {};
  return <PostPage post={loaderData} serviceLabel={label} />;
}
