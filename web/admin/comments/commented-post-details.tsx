import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type AdminComment, adminCommentApi, type CommentedPost } from '#contract/admin-comments.ts';
import type { ServiceDetail } from '#contract/admin-services.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { contentCommentsPath, postDetailPath } from '../../paths/console.ts';
import { quietCall } from '../../session/console-call.ts';
import { PostStatusBadges } from '../posts/post-status.tsx';
import { publicAddress } from '../posts/public-address.ts';
import { Fact, Facts, NOTHING } from '../ui/facts.tsx';
import { notifyFailure } from '../ui/notify.tsx';
import type { LoadedComments } from './load-comments.ts';

interface CommentedPostDetailsProps {
  readonly comment: AdminComment;
  /** Undefined when no post has the content id. */
  readonly post: CommentedPost | undefined;
  readonly loaded: LoadedComments;
  readonly canAct: boolean;
}

export function CommentedPostDetails({ comment, post, loaded, canAct }: CommentedPostDetailsProps) {
  const { t } = useTranslation('console');
  const { serviceId, contentId } = comment;
  return (
    <>
      <section className="comment-post ui-grid ui-gap-3" aria-label={t('moderation.post.label')}>
        {post ? (
          <Post comment={comment} post={post} service={loaded.service} />
        ) : (
          <p className="ui-note ui-below-4">{t('moderation.post.none')}</p>
        )}
        {loaded.place.contentId === undefined && (
          <Link to={contentCommentsPath(serviceId, contentId)}>{t('moderation.post.comments')}</Link>
        )}
      </section>
      {canAct && <CommentOrigin key={comment.commentId} comment={comment} />}
    </>
  );
}

interface PostProps {
  readonly comment: AdminComment;
  readonly post: CommentedPost;
  readonly service: ServiceDetail;
}

function Post({ comment, post, service }: PostProps) {
  const { t } = useTranslation('console');
  const { serviceId, commentId, publishStatus, deletedAt } = comment;
  const { postId, slug, title, excerpt, status } = post;
  const isPublic = publishStatus === 'publish' && deletedAt === null;
  const address = publicAddress({ service, serviceId, slug }, location.origin);
  return (
    <>
      <h2 lang={contentLanguage(title)}>
        <Link to={postDetailPath(serviceId, postId)}>{title}</Link>
      </h2>
      <PostStatusBadges post={{ status, effectiveAt: null, isHiddenInList: false }} />
      {excerpt !== '' && (
        <p className="comment-post-excerpt" lang={contentLanguage(excerpt)}>
          {excerpt}
        </p>
      )}
      {status === 'published' && (
        <a href={`${address}#${isPublic ? `comment-${commentId}` : 'comments'}`} target="_blank" rel="noreferrer">
          {t('moderation.post.onSite')}
          <ExternalLink size={14} />
        </a>
      )}
    </>
  );
}

/** IP address and user agent are personal data and loaded only on request. */
function CommentOrigin({ comment: { serviceId, commentId } }: { comment: AdminComment }) {
  const { t } = useTranslation('console');
  const [origin, setOrigin] = useState<ResponseOf<typeof adminCommentApi.find>>();

  const load = async () => {
    try {
      setOrigin(await quietCall(adminCommentApi.find, { params: { serviceId, commentId } }));
    } catch (error) {
      notifyFailure(error);
    }
  };

  return (
    <details className="comment-origin" onToggle={({ currentTarget }) => currentTarget.open && !origin && void load()}>
      <summary>{t('moderation.origin.title')}</summary>
      {origin && (
        <Facts>
          <Fact name={t('moderation.origin.address')}>{origin.address ?? NOTHING}</Fact>
          <Fact name={t('moderation.origin.userAgent')}>{origin.userAgent ?? NOTHING}</Fact>
        </Facts>
      )}
      <p className="ui-note ui-below-4">{t('moderation.origin.help')}</p>
    </details>
  );
}
