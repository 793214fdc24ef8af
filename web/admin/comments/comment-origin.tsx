import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminComment, adminCommentApi } from '#contract/admin-comments.ts';
import type { ResponseOf } from '#contract/endpoint.ts';
import { quietCall } from '../../session/console-call.ts';
import { Fact, Facts, NOTHING } from '../ui/facts.tsx';
import { notifyFailure } from '../ui/notify.tsx';

/** Shows IP address and user agent of a comment. They are personal data and loaded only on request. */
export function CommentOrigin({ comment: { serviceId, commentId } }: { comment: AdminComment }) {
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
      <p className="comment-quiet">{t('moderation.origin.help')}</p>
    </details>
  );
}
