import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { PageHead } from '../ui/page-head.tsx';
import { useSite } from '../ui/site-context.ts';
import type { PostListData } from './load-post-list.server.ts';
import { PostItem } from './post-item.tsx';
import { categoryPath } from './post-paths.ts';

export interface PostListProps extends PostListData {
  readonly path: string;
  readonly documentTitle: string;
  readonly heading: string;
  /** What stands above the heading. */
  readonly children?: ReactNode;
}

/** A list of posts with its heading, its categories and its pages. */
export function PostList({ children, documentTitle, heading, path, ...list }: PostListProps) {
  const { t } = useTranslation();
  const { siteName } = useSite();
  const { serviceId, posts, isFirstPage } = list;
  return (
    <div className="columns">
      <PageHead
        title={documentTitle}
        description={t('posts.descriptionOf', { label: heading, siteName })}
        {...(isFirstPage && { path })}
      />
      <div className="columns-head">
        {children}
        <h1 lang={contentLanguage(heading)}>{heading}</h1>
      </div>
      <CategoryLinks serviceId={serviceId} categories={list.categories} />
      <div className="columns-body">
        {posts.length === 0 && <p className="empty">{t('posts.empty')}</p>}
        <ol className="post-list">
          {posts.map((post) => (
            <li key={post.slug}>
              <PostItem serviceId={serviceId} post={post} heading="h2" />
            </li>
          ))}
        </ol>
        <Pages older={list.older} isFirstPage={isFirstPage} />
      </div>
    </div>
  );
}

function CategoryLinks({ serviceId, categories }: Pick<PostListData, 'serviceId' | 'categories'>) {
  const { t } = useTranslation();
  if (categories.length === 0) return null;
  return (
    <nav className="category-links columns-side" aria-label={t('posts.categories')}>
      <ul>
        {categories.map(({ slug, label }) => (
          <li key={slug} lang={contentLanguage(label)}>
            <Link to={categoryPath(serviceId, slug)}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Pages({ older, isFirstPage }: Pick<PostListData, 'older' | 'isFirstPage'>) {
  const { t } = useTranslation();
  if (isFirstPage && older === null) return null;
  return (
    <nav className="pages" aria-label={t('posts.pages')}>
      {!isFirstPage && (
        <Link className="pages-newest" to={{ search: '' }}>
          {t('posts.newest')}
        </Link>
      )}
      {older !== null && (
        <Link className="pages-older" rel="next" to={{ search: `?${new URLSearchParams({ pageToken: older })}` }}>
          {t('posts.older')}
        </Link>
      )}
    </nav>
  );
}
