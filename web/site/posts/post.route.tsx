import { data } from 'react-router';
import type { Route } from './+types/post.route.ts';
import { loadPost } from './load-post.server.ts';
import { PostPage } from './post-page.tsx';

/** What a preview link shows is for one pair of eyes and stays in no cache. */
const PRIVATE = { 'cache-control': 'private, no-store' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? undefined;
  const post = await loadPost(context, { ...params, token });
  return data(post, { headers: token === undefined ? {} : PRIVATE });
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export default function PostRoute({ loaderData }: Route.ComponentProps) {
  return <PostPage post={loaderData} />;
}
