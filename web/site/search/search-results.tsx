import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryPath, postPath, tagPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { FoundSummary, SearchData } from './load-search.server.ts';
import { Highlighted, textOf } from './suggestions.tsx';

interface SearchResultsProps extends SearchData {
  readonly serviceId: string;
}

export function SearchResults({ serviceId, ...found }: SearchResultsProps) {
  const { t } = useTranslation();
  const { q, posts, more, isFirstPage, isLimited } = found;
  return (
    <>
      <p className="search-note">
        {summaryOf(found, t)}
        {isLimited && <span className="search-limit ui-warned">{t('search.limited')}</span>}
      </p>
      {posts.length > 0 && (
        <ol className="search-results">
          {posts.map((post) => (
            <li key={post.slug}>
              <Result serviceId={serviceId} post={post} />
            </li>
          ))}
        </ol>
      )}
      {!isWhole(found) && (
        <nav className="pages ui-row" aria-label={t('search.pages')}>
          {!isFirstPage && (
            <Link className="pages-newest" to={{ search: toSearch({ q }) }}>
              {t('search.first')}
            </Link>
          )}
          {more !== null && (
            <Link className="ui-onward ui-push" rel="next" to={{ search: toSearch({ q, pageToken: more }) }}>
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

function Result({ serviceId, post }: { serviceId: string; post: FoundSummary }) {
  const { slug, title, text, publishedAt, category, tags } = post;
  const language = contentLanguage(textOf(text));
  return (
    <article className="search-result">
      <h2 className="ui-plain-links" lang={contentLanguage(textOf(title), language)}>
        <Link to={postPath(serviceId, slug)}>
          <Highlighted pieces={title} />
        </Link>
      </h2>
      {text.length > 0 && (
        <p className="search-text" lang={language}>
          <Highlighted pieces={text} />
        </p>
      )}
      <ul className="search-facts ui-text-links ui-row ui-gap-0-4 ui-quiet ui-small ui-above-2">
        <li>
          <DateTime value={publishedAt} />
        </li>
        {category && (
          <li lang={contentLanguage(category.label)}>
            <Link to={categoryPath(serviceId, category.slug)}>{category.label}</Link>
          </li>
        )}
        {tags.map((label) => (
          <li key={label} className="search-tag" lang={contentLanguage(label)}>
            <Link to={tagPath(serviceId, label)}>{label}</Link>
          </li>
        ))}
      </ul>
    </article>
  );
}
