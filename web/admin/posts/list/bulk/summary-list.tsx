import { useTranslation } from 'react-i18next';
import type { AdminPostRow } from '#contract/admin-posts.ts';
import { contentLanguage } from '../../../../i18n/content-language.ts';
import { DateTime } from '../../../../ui/date-time.tsx';
import type { BulkAction, BulkOutcome, BulkSummary } from './bulk-summary.ts';

export function SummaryList({ action, summary }: { action: BulkAction; summary: BulkSummary }) {
  const { t } = useTranslation('console');
  return (
    <ul className="bulk-summary">
      {[...summary].map(([outcome, posts]) => (
        <li key={outcome} data-same={outcome === 'same' || undefined}>
          <details>
            <summary>
              {outcome === 'same'
                ? t(`postList.bulk.same.${action}`, { count: posts.length })
                : t(`postList.bulk.will.${outcome}`, { count: posts.length })}
            </summary>
            <PostNames posts={posts} outcome={outcome} />
          </details>
        </li>
      ))}
    </ul>
  );
}

function PostNames({ posts, outcome }: { posts: readonly AdminPostRow[]; outcome: BulkOutcome }) {
  return (
    <ul>
      {posts.map(({ postId, title, publishAt }) => (
        <li key={postId}>
          <span lang={contentLanguage(title)}>{title}</span>
          {outcome === 'reserved' && publishAt !== null && (
            <>
              {' '}
              <DateTime value={publishAt} withTime isShort />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
