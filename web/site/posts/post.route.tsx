import { data, redirect } from 'react-router';
import type { Route } from './+types/post.route.ts';
import { loadPost } from './load-post.server.ts';
import { PostPage } from './post-page.tsx';
import { postPath } from './post-paths.ts';

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

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams, search } = new URL(request.url);
  const token = searchParams.get('token') ?? undefined;
  const post = await loadPost(context, { ...params, token });
  if (post.slug !== params.slug) {
    const headers = token === undefined ? MOVED : PRIVATE;
    throw redirect(`${postPath(post.serviceId, post.slug)}${search}`, { status: 301, headers });
  }
  return data(post, { headers: token === undefined ? {} : PRIVATE });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function PostRoute({ loaderData }: Route.ComponentProps) {
  return <PostPage post={loaderData} />;
}
