import { useTranslation } from 'react-i18next';
import { groupPath, groupsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { usePublication } from '../../service/service-context.tsx';
import type { Route } from './+types/post-group.route.ts';
import { ListPage } from './list-page.tsx';
import { PostList } from './post-list.tsx';

export { loadGroupPosts as loader } from './load-post-list.server.ts';

export default function GroupPostsRoute({ loaderData, params: { serviceId, groupSlug } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { siteName } = usePublication();
  const { label, count, turns } = loaderData;
  const path = groupPath(serviceId, groupSlug);
  return (
    <ListPage
      serviceId={serviceId}
      path={path}
      title={label}
      description={t('lists.groupDescription', { label, siteName })}
      isFirstPage={turns.isFirstPage}
      above={[{ label: t('menu.groups'), path: groupsPath(serviceId) }]}
      isOfPosts
      heading={
        <>
          <h1 lang={contentLanguage(label)}>{label}</h1>
          <p className="ui-quiet ui-size-note ui-above-2">{t('lists.inOrder', { count })}</p>
        </>
      }
    >
      <PostList {...loaderData} serviceId={serviceId} path={path} />
    </ListPage>
  );
}
