import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PostItem } from '../posts/post-item.tsx';
import { chosenOf } from './chosen-filters.ts';
import type { SearchData } from './load-search.server.ts';
import { Highlighted, textOf } from './suggestions.tsx';

interface SearchResultsProps extends SearchData {
  readonly serviceId: string;
}

export function SearchResults({ serviceId, ...found }: SearchResultsProps) {
  const { t } = useTranslation();
  const { q, filters, posts, more, isFirstPage, isLimited } = found;
  const first = { q, ...chosenOf(filters) };
  return (
    <>
      <p className="search-note">
        {summaryOf(found, t)}
        {isLimited && <span className="search-limit ui-warned">{t('search.limited')}</span>}
      </p>
      {posts.length > 0 && (
        <ol className="post-list search-results">
          {posts.map(({ highlights: { title, text }, ...post }) => (
            <li key={post.slug}>
              <PostItem
                serviceId={serviceId}
                post={{ ...post, excerpt: textOf(text) || post.excerpt }}
                heading="h2"
                highlightedTitle={<Highlighted pieces={title} />}
                {...(text.length > 0 && { highlightedExcerpt: <Highlighted pieces={text} /> })}
              />
            </li>
          ))}
        </ol>
      )}
      {!isWhole(found) && (
        <nav className="pages ui-row" aria-label={t('search.pages')}>
          {!isFirstPage && (
            <Link className="pages-newest" to={{ search: toSearch(first) }}>
              {t('search.first')}
            </Link>
          )}
          {more !== null && (
            <Link className="ui-onward ui-push" rel="next" to={{ search: toSearch({ ...first, pageToken: more }) }}>
              {t('search.more')}
            </Link>
          )}
        </nav>
      )}
    </>
  );
}

function isWhole({ isFirstPage, more }: SearchData): boolean {
  return isFirstPage && more === null;
}

function summaryOf(found: SearchData, t: TFunction): string {
  const { posts, more } = found;
  if (posts.length === 0) return t(more === null ? 'search.noMore' : 'search.noneYet');
  return isWhole(found) ? t('search.found', { count: posts.length }) : t('search.foundMany');
}

function toSearch(query: Record<string, string>): string {
  return `?${new URLSearchParams(query)}`;
}
