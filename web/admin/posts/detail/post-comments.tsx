import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { adminCommentApi, type StatusCounts } from '#contract/admin-comments.ts';
import type { AdminPost } from '#contract/admin-posts.ts';
import { backgroundCall } from '../../../session/console-call.ts';
import { contentCommentsPath } from '../../comments/comment-paths.ts';

export function PostComments({ post: { serviceId, contentId } }: { post: AdminPost }) {
  const { t } = useTranslation('console');
  const counts = useCounts(serviceId, contentId);
  const path = contentCommentsPath(serviceId, contentId);
  return (
    <div>
      <dt>{t('function.comment')}</dt>
      <dd>
        <Link to={path}>
          {counts ? t('posts.comments.published', { count: counts.publish }) : t('function.manageComments')}
        </Link>
        {counts !== undefined && counts.unconfirm > 0 && (
          <Link className="post-by" to={`${path}?publishStatus=unconfirm`}>
            {t('posts.comments.waiting', { count: counts.unconfirm })}
          </Link>
        )}
        {counts !== undefined && counts.unpublish > 0 && (
          <Link className="post-by" to={`${path}?publishStatus=unpublish`}>
            {t('posts.comments.unpublished', { count: counts.unpublish })}
          </Link>
        )}
      </dd>
    </div>
  );
}

/** Returns undefined while loading and when the request failed. */
function useCounts(serviceId: string, contentId: string): StatusCounts | undefined {
  const [counts, setCounts] = useState<StatusCounts>();
  useEffect(() => {
    let isShown = true;
    const asked = { params: { serviceId }, query: { contentId } };
    backgroundCall(adminCommentApi.counts, asked)
      .then((found) => isShown && setCounts(found))
      .catch(() => isShown && setCounts(undefined));
    return () => {
      isShown = false;
    };
  }, [serviceId, contentId]);
  return counts;
}
