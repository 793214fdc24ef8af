import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PostStatus } from '#contract/posts.ts';
import { firstPage, type ListState, toSearch } from './list-state.ts';
import './status-links.css';

export function StatusLinks({ state }: { state: ListState }) {
  const { t } = useTranslation('console');
  return (
    <nav className="status-links" aria-label={t('posts.columns.status')}>
      {(['', ...PostStatus.options] as const).map((status) => (
        <Link
          key={status}
          to={{ search: toSearch({ ...firstPage(state), status }) }}
          aria-current={state.status === status ? 'true' : undefined}
          preventScrollReset
        >
          {status === '' ? t('postList.all') : t(`posts.status.${status}`)}
        </Link>
      ))}
    </nav>
  );
}
