import { useTranslation } from 'react-i18next';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useService } from '../../service/service-context.tsx';
import type { Route } from './+types/post-list.route.ts';
import { ListPage } from './list-page.tsx';
import { PostList } from './post-list.tsx';

export { loadPosts as loader } from './load-post-list.server.ts';

export default function PostListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { label = serviceId, description } = useService() ?? {};
  const path = postsPath(serviceId);
  return (
    <ListPage
      serviceId={serviceId}
      path={path}
      title={label}
      description={description ?? t('top.description', { siteName: label })}
      isFirstPage={loaderData.turns.isFirstPage}
      isOfPosts
      heading={
        <h1 className="sr-only" lang={contentLanguage(label)}>
          {label}
        </h1>
      }
      intro={description}
    >
      <PostList {...loaderData} serviceId={serviceId} path={path} />
    </ListPage>
  );
}
