import { useTranslation } from 'react-i18next';
import { PostItem } from '../post-item.tsx';
import type { PostSummary } from '../post-summary.ts';

export function RelatedPosts({ serviceId, posts }: { serviceId: string; posts: readonly PostSummary[] }) {
  const { t } = useTranslation();
  if (posts.length === 0) return null;
  return (
    <section className="related" aria-labelledby="site:related">
      <h2 id="site:related">{t('post.related')}</h2>
      <ul>
        {posts.map((post) => (
          <li key={post.slug}>
            <PostItem serviceId={serviceId} post={post} heading="h3" />
          </li>
        ))}
      </ul>
    </section>
  );
}
