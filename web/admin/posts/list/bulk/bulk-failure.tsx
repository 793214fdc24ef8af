import { useTranslation } from 'react-i18next';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { formFailureKeyOf } from '../../../ui/failure-text.ts';
import { FormFailure } from '../../../ui/form-failure.tsx';
import { reasonKeyOf } from './reason-key.ts';

export function BulkFailure({ error, posts }: { error: unknown; posts: readonly AdminPostRow[] }) {
  const { t } = useTranslation('console');
  const reasons = error instanceof ApiError ? (error.body.reasons ?? []) : [];
  const titles = new Map(posts.map(({ postId, title }) => [postId, title]));
  return (
    <>
      <FormFailure text={error === undefined ? undefined : formFailureKeyOf(error)} />
      {reasons.length > 0 && (
        <ul className="bulk-reasons">
          {reasons.map(({ postId, message }) => (
            <li key={postId}>
              <span lang={contentLanguage(titles.get(postId) ?? '')}>{titles.get(postId) ?? postId}</span>
              <span>{t(reasonKeyOf(message))}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
