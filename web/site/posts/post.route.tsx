import { postApi } from '#contract/posts.ts';
import { pageCall } from '../../api/page-api.server.ts';
import type { Route } from './+types/post.route.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  return pageCall(context)(postApi.find, { params });
}

export default function PostRoute({ loaderData: { title, bodyHtml = '' } }: Route.ComponentProps) {
  return (
    <article>
      <h1>{title}</h1>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it safe */}
      <div dangerouslySetInnerHTML={{ __html: bodyHtml }} />
    </article>
  );
}
