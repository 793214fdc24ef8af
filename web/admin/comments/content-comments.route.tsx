import { useTranslation } from 'react-i18next';
import { contentLanguage } from '../../i18n/content-language.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import type { Route } from './+types/content-comments.route.ts';
import { CommentScreen } from './comment-screen.tsx';
import { loadComments } from './load-comments.ts';
import './comments.css';

export async function clientLoader({ request, params: { serviceId, contentId } }: Route.ClientLoaderArgs) {
  return await loadComments(request, { serviceId, contentId });
}

export const HydrateFallback = () => <ListSkeleton title="moderation.heading" />;

export default function ContentCommentsRoute({ loaderData, params }: Route.ComponentProps) {
  const { t } = useTranslation('console');
  const { serviceId, contentId } = params;
  const [post] = loaderData.first.posts;
  const head = (
    <PageTitle
      title={t('moderation.headingOfContent')}
      documentTitle={t('moderation.headingOf', { label: post?.title ?? contentId })}
    />
  );
  return (
    <CommentScreen key={`${serviceId} ${contentId}`} loaded={loaderData} head={head}>
      <p className="comment-content-line ui-row ui-gap-1-3 ui-below-5">
        {post && <span lang={contentLanguage(post.title)}>{post.title}</span>}
        <code>{contentId}</code>
      </p>
    </CommentScreen>
  );
}
