import { useTranslation } from 'react-i18next';
import type { AdminComment } from '#contract/admin-comments.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';

export function AuthorLine({ comment }: { comment: Pick<AdminComment, 'profiles' | 'authorKind' | 'authorName'> }) {
  const { t } = useTranslation('console');
  const { profiles, authorKind, authorName } = comment;
  const { nickname, age, area } = profiles;
  return (
    <>
      <bdi className="comment-nickname" lang={nickname && contentLanguage(nickname)}>
        {nickname ?? t('moderation.noName')}
      </bdi>
      <span className="comment-quiet">
        {authorKind === 'user' ? t('moderation.user', { name: authorName ?? '' }) : t('moderation.guest')}
      </span>
      {age && <bdi className="comment-quiet">{t('moderation.age', { age })}</bdi>}
      {area && <bdi className="comment-quiet">{t('moderation.area', { area })}</bdi>}
    </>
  );
}
