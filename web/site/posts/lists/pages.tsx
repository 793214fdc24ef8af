import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PageTurns } from './turn-page.ts';

export interface PagesProps {
  readonly path: string;
  readonly turns: PageTurns;
  /** Labels the links "newer" and "older" instead of "previous" and "next". */
  readonly isByTime?: boolean;
}

export function Pages({ path, turns: { back, on, isFirstPage }, isByTime = false }: PagesProps) {
  const { t } = useTranslation();
  if (isFirstPage && on === undefined) return null;
  return (
    <nav className="pages" aria-label={t('posts.pages')}>
      {back !== undefined && (
        <Link className="pages-newer" rel="prev" to={path + back}>
          {t(isByTime ? 'lists.newer' : 'lists.previous')}
        </Link>
      )}
      {!isFirstPage && (
        <Link className="pages-newest" to={path}>
          {t(isByTime ? 'posts.newest' : 'lists.first')}
        </Link>
      )}
      {on !== undefined && (
        <Link className="pages-older" rel="next" to={path + on}>
          {t(isByTime ? 'posts.older' : 'lists.next')}
        </Link>
      )}
    </nav>
  );
}
