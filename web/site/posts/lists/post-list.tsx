import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { feedPath } from '#contract/feeds.ts';
import { postsPath } from '#contract/page-paths.ts';
import { PostItem } from '../post-item.tsx';
import type { PostListData } from './load-post-list.server.ts';
import { Pages } from './pages.tsx';

export interface PostListProps extends PostListData {
  readonly serviceId: string;
  /** Of the list, from the root. */
  readonly path: string;
  /** The number of the first post, where the list is in an order of its own. */
  readonly start?: number;
}

/** A page of posts and the ways on from it. */
export function PostList({ serviceId, path, posts, turns, start }: PostListProps) {
  const { t } = useTranslation();
  // Its feed is in the menu of all its pages.
  const isOfService = path === postsPath(serviceId);
  return (
    <>
      {posts.length === 0 && <NoPosts serviceId={serviceId} isOfService={isOfService} />}
      {posts.length > 0 && (
        <ol className="post-list" {...(start !== undefined && { start })}>
          {posts.map((post, index) => (
            <li key={post.slug}>
              <PostItem
                serviceId={serviceId}
                post={post}
                heading="h2"
                isAtTop={index === 0}
                {...(start !== undefined && { number: start + index })}
              />
            </li>
          ))}
        </ol>
      )}
      <Pages path={path} turns={turns} isByTime={start === undefined} />
      {!isOfService && (
        <p className="feed-link">
          <a href={feedPath(path)} type="application/rss+xml">
            {t('menu.feed')}
          </a>
        </p>
      )}
    </>
  );
}

function NoPosts({ serviceId, isOfService }: { serviceId: string; isOfService: boolean }) {
  const { t } = useTranslation();
  return (
    <p className="empty">
      {t('posts.empty')} {!isOfService && <Link to={postsPath(serviceId)}>{t('top.allPosts')}</Link>}
    </p>
  );
}
