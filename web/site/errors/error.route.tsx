import { useTranslation } from 'react-i18next';
import { data, redirect } from 'react-router';
import { errorPagePath } from '../../paths/site.ts';
import { PostItem } from '../posts/post-item.tsx';
import type { Route } from './+types/error.route.ts';
import { ERROR_STATUS, isErrorName, NamedErrorPage } from './error-page.tsx';
import { loadErrorPage } from './load-error-page.server.ts';

export async function loader({ context, params: { name }, request }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const serviceId = searchParams.get('service') ?? '';
  if (!isErrorName(name)) throw redirect(errorPagePath('notfound', serviceId));
  const nothing = { service: undefined, offered: undefined };
  const shown = searchParams.get('from') === 'console' ? nothing : await loadErrorPage(context, serviceId);
  return data({ name, ...shown }, { status: ERROR_STATUS[name] });
}

export default function ErrorRoute({ loaderData: { name, offered } }: Route.ComponentProps) {
  return (
    <NamedErrorPage name={name} service={offered}>
      {offered && offered.posts.length > 0 && <LatestPosts {...offered} />}
    </NamedErrorPage>
  );
}

function LatestPosts({ serviceId, posts }: NonNullable<Awaited<ReturnType<typeof loadErrorPage>>['offered']>) {
  const { t } = useTranslation();
  return (
    <>
      <h2 className="error-latest">{t('top.latest')}</h2>
      <ol className="post-list">
        {posts.map((post) => (
          <li key={post.slug}>
            <PostItem serviceId={serviceId} post={post} heading="h3" />
          </li>
        ))}
      </ol>
    </>
  );
}
