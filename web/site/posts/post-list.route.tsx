import type { Route } from './+types/post-list.route.ts';
import { loadPostList } from './load-post-list.server.ts';
import { PostList } from './post-list.tsx';
import { postsPath } from './post-paths.ts';

export async function loader(args: Route.LoaderArgs) {
  return loadPostList(args);
}

export default function PostListRoute({ loaderData }: Route.ComponentProps) {
  const { serviceId, serviceLabel } = loaderData;
  return <PostList {...loaderData} path={postsPath(serviceId)} documentTitle={serviceLabel} heading={serviceLabel} />;
}
