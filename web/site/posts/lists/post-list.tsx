import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { feedPath, postsPath } from '#contract/page-paths.ts';
import type { ListLayout } from '#contract/service-configs.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { useService } from '../../service/service-context.tsx';
import { PostItem } from '../post-item.tsx';
import { Pages } from './list-page.tsx';
import type { PostListData } from './load-post-list.server.ts';

/** Placeholder character that occurs in no translation, to split the text around the label. */
const PLACE = '\uFFFC';

export function PostsOf({ label, text = 'posts.of' }: { label: string; text?: 'posts.of' | 'posts.tagged' }) {
  const { t } = useTranslation();
  const [before, after] = t(text, { label: PLACE }).split(PLACE);
  return (
    <h1>
      <span className="posts-of">{before}</span>
      <span lang={contentLanguage(label)}>{label}</span>
      <span className="posts-of">{after}</span>
    </h1>
  );
}

interface PostListProps extends PostListData {
  readonly serviceId: string;
  readonly path: string;
  readonly start?: number;
}

export function PostList({ serviceId, path, posts, turns, start }: PostListProps) {
  const { t } = useTranslation();
  const isOfService = path === postsPath(serviceId);
  const { listLayout = 'text' } = useService() ?? {};
  const isLedByWide = listLayout === 'magazine' && turns.isFirstPage;
  return (
    <>
      {posts.length === 0 && <NoPosts serviceId={serviceId} isOfService={isOfService} />}
      {posts.length > 0 && (
        <ol className={listLayout === 'text' ? 'post-list' : 'post-cards'} {...(start !== undefined && { start })}>
          {posts.map((post, index) => (
            <li key={post.slug}>
              <PostItem
                serviceId={serviceId}
                post={post}
                heading="h2"
                isAtTop={index === 0}
                layout={layoutOf(listLayout, isLedByWide && index === 0)}
                {...(start !== undefined && { number: start + index })}
              />
            </li>
          ))}
        </ol>
      )}
      <Pages path={path} turns={turns} isByTime={start === undefined} />
      {!isOfService && (
        <p className="feed-link ui-targets ui-text-links ui-quiet ui-small ui-above-5">
          <a href={feedPath(path)} type="application/rss+xml">
            {t('menu.feed')}
          </a>
        </p>
      )}
    </>
  );
}

function layoutOf(layout: ListLayout, isWide: boolean): 'row' | 'card' | 'lead' {
  if (layout === 'text') return 'row';
  return isWide ? 'lead' : 'card';
}

function NoPosts({ serviceId, isOfService }: { serviceId: string; isOfService: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="empty">
      {t('posts.empty')} {!isOfService && <Link to={postsPath(serviceId)}>{t('top.allPosts')}</Link>}
    </p>
  );
}
