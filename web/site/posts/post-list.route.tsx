import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { postApi } from '#contract/posts.ts';
import { pageCall } from '../../api/page-api.server.ts';
import type { Route } from './+types/post-list.route.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const pageToken = new URL(request.url).searchParams.get('pageToken') ?? '';
  return pageCall(context)(postApi.list, { params, query: { count: 10, withBody: '0', pageToken } });
}

export default function PostListRoute({ loaderData: { items, pageToken }, params: { serviceId } }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <>
      <title>{t('page.posts')}</title>
      <h1>{t('page.posts')}</h1>
      <ul>
        {items.map(({ slug, title }) => (
          <li key={slug}>
            <Link to={`/posts/${serviceId}/${slug}`}>{title}</Link>
          </li>
        ))}
      </ul>
      {pageToken !== null && <Link to={{ search: `?${new URLSearchParams({ pageToken })}` }}>{t('page.posts')}</Link>}
    </>
  );
}
