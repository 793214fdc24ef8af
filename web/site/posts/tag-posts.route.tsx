import { useTranslation } from 'react-i18next';
import type { Route } from './+types/tag-posts.route.ts';
import { loadPostList } from './load-post-list.server.ts';
import { PostList } from './post-list.tsx';
import { tagPath } from './post-paths.ts';
import { Trail } from './trail.tsx';

export async function loader(args: Route.LoaderArgs) {
  return loadPostList(args, { tag: args.params.label });
}

export default function TagPostsRoute({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { serviceId, serviceLabel, label = params.label } = loaderData;
  return (
    <PostList {...loaderData} path={tagPath(serviceId, label)} documentTitle={t('posts.of', { label })} heading={label}>
      <Trail serviceId={serviceId} serviceLabel={serviceLabel} categories={[]} />
    </PostList>
  );
}
