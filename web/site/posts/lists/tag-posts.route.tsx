import { useTranslation } from 'react-i18next';
import { tagPath, tagsPath } from '#contract/page-paths.ts';
import { usePublication } from '../../service/service-context.tsx';
import type { Route } from './+types/tag-posts.route.ts';
import { ListPage } from './list-page.tsx';
import { PostList, PostsOf } from './post-list.tsx';

export { loadTagPosts as loader } from './load-post-list.server.ts';

export default function TagPostsRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { siteName } = usePublication();
  const { label, turns } = loaderData;
  const path = tagPath(serviceId, label);
  return (
    <ListPage
      serviceId={serviceId}
      path={path}
      title={t('posts.tagged', { label })}
      description={t('posts.descriptionOf', { label, siteName })}
      isFirstPage={turns.isFirstPage}
      above={[{ label: t('posts.tags'), path: tagsPath(serviceId) }]}
      isOfPosts
      heading={<PostsOf label={label} text="posts.tagged" />}
    >
      <PostList {...loaderData} serviceId={serviceId} path={path} />
    </ListPage>
  );
}
