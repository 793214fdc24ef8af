import { useTranslation } from 'react-i18next';
import { postsPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useService } from '../../service/service-context.tsx';
import { useSite } from '../../ui/site-context.ts';
import type { Route } from './+types/post-list.route.ts';
import { ListPage } from './list-page.tsx';
import { loadPosts } from './load-post-list.server.ts';
import { PostList } from './post-list.tsx';

export async function loader(args: Route.LoaderArgs) {
  return loadPosts(args);
}

export default function PostListRoute({ loaderData, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  const { label = serviceId, description } = useService() ?? {};
  const path = postsPath(serviceId);
  const { isFirstPage } = loaderData.turns;
  return (
    <ListPage
      serviceId={serviceId}
      path={path}
      title={label}
      description={
        description ??
        (label === siteName ? t('top.description', { siteName }) : t('posts.descriptionOf', { label, siteName }))
      }
      isFirstPage={isFirstPage}
      isOfPosts
      heading={<ServiceHeading label={label} isWhole={isFirstPage} />}
    >
      <PostList {...loaderData} serviceId={serviceId} path={path} />
    </ListPage>
  );
}

function ServiceHeading({ label, isWhole }: { label: string; isWhole: boolean }) {
  const { description } = useService() ?? {};
  return (
    <>
      <h1 lang={contentLanguage(label)}>{label}</h1>
      {isWhole && description !== undefined && (
        <p className="list-description" lang={contentLanguage(description)}>
          {description}
        </p>
      )}
    </>
  );
}
