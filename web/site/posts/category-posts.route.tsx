import { useTranslation } from 'react-i18next';
import type { Route } from './+types/category-posts.route.ts';
import { loadPostList } from './load-post-list.server.ts';
import { PostList } from './post-list.tsx';
import { categoryPath } from './post-paths.ts';
import { Trail } from './trail.tsx';

export async function loader(args: Route.LoaderArgs) {
  return loadPostList(args, { category: args.params.categorySlug });
}

export default function CategoryPostsRoute({ loaderData, params: { categorySlug } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { serviceId, serviceLabel, parents, label = categorySlug } = loaderData;
  return (
    <PostList
      {...loaderData}
      path={categoryPath(serviceId, categorySlug)}
      documentTitle={t('posts.of', { label })}
      heading={label}
    >
      <Trail serviceId={serviceId} serviceLabel={serviceLabel} categories={parents} />
    </PostList>
  );
}
