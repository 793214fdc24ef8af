import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { StatusCounts } from '#contract/admin-comments.ts';
import { locales } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { type CommentTab, type CommentView, commentTabs, toCommentSearch } from './comment-view.ts';

export function CommentTabs({ view, counts }: { view: CommentView; counts: StatusCounts }) {
  const { t } = useTranslation('console');
  const locale = locales[useLanguage()];
  return (
    <nav className="section-tabs comment-tabs" aria-label={t('moderation.tabs.label')}>
      {commentTabs.map((tab) => (
        <Link
          key={tab}
          to={{ search: toCommentSearch({ ...view, tab }) }}
          preventScrollReset
          aria-current={tab === view.tab ? 'page' : undefined}
        >
          {t(`moderation.tabs.${tab}`)}{' '}
          <span
            className="comment-tab-count"
            data-waiting={tab === 'unconfirm' && counts.unconfirm > 0 ? '' : undefined}
          >
            {countOf(tab, counts).toLocaleString(locale)}
          </span>
        </Link>
      ))}
    </nav>
  );
}

function countOf(tab: CommentTab, counts: StatusCounts): number {
  return tab === 'all' ? counts.publish + counts.unpublish + counts.unconfirm : counts[tab];
}
