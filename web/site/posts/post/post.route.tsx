import { data, redirect } from 'react-router';
import { postPath } from '#contract/page-paths.ts';
import { pageTools, readerCalls } from '../../../api/page-api.server.ts';
import { mergeHeaders } from '../../service/merge-headers.ts';
import { useService } from '../../service/service-context.tsx';
import { commentAction } from '../comments/comment-action.server.ts';
import { alternatesOf } from '../post-languages.tsx';
import { voteAction } from '../votes/vote-action.server.ts';
import type { Route } from './+types/post.route.ts';
import { loadPost, type PostData } from './load-post.server.ts';
import { PostPage } from './post-page.tsx';

/** Headers of preview pages: no caching, no indexing, and no referrer, which would leak the token to linked sites. */
const PRIVATE = {
  'cache-control': 'private, no-store',
  'x-robots-tag': 'noindex',
  'referrer-policy': 'no-referrer',
};

/** Browsers cache 301 forever by default, but another post can take over a former slug. */
const MOVED = { 'cache-control': 'no-cache' };

const INCOMPLETE = { 'cache-control': 'no-store' };

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const { searchParams, search } = new URL(request.url);
  const token = searchParams.get('token') ?? undefined;
  // A page shown after a comment form was sent contains the visitor's own comment.
  const visitor = searchParams.has('comment') ? readerCalls(context) : undefined;
  const post = await loadPost(context, { ...params, token, searchParams, visitor: visitor?.call });
  if (post.slug !== params.slug) {
    const headers = token === undefined ? MOVED : PRIVATE;
    throw redirect(`${postPath(post.serviceId, post.slug)}${search}`, { status: 301, headers });
  }
  if (token !== undefined) return data(post, { headers: PRIVATE });
  if (visitor) return data(post, { headers: visitor.headers() });
  return data(post, { headers: { ...linkHeader(context, post), ...(post.isIncomplete && INCOMPLETE) } });
}

/** https://www.rfc-editor.org/rfc/rfc8288 */
function linkHeader(context: Route.LoaderArgs['context'], post: PostData): { link?: string } {
  const { origin } = pageTools(context);
  const links = (post.isIndexed ? alternatesOf(post) : []).map(
    ({ language, path }) => `<${origin}${path}>; rel="alternate"; hreflang="${language}"`,
  );
  return links.length > 0 ? { link: links.join(', ') } : {};
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  return form.get('intent') === 'vote' ? voteAction(args, form) : commentAction(args, form);
}

export function headers(args: Route.HeadersArgs) {
  const headers = mergeHeaders(args);
  for (const [name, value] of args.actionHeaders) {
    if (name === 'set-cookie') headers.append(name, value);
    else headers.set(name, value);
  }
  return headers;
}

export default function PostRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { label = loaderData.serviceId } = useService() ?? {};
  const rejection = actionData && 'typed' in actionData ? actionData : undefined;
  return <PostPage post={loaderData} serviceLabel={label} rejection={rejection} />;
}
