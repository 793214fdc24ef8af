import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { groupPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { useReadingTime } from '../reading-time.ts';
import type { PostData } from './load-post.server.ts';

export function PostFacts({ post }: { post: PostData }) {
  const { t } = useTranslation();
  const { serviceId, publishedAt, updatedAt, author, readingSeconds, series, hidden } = post;
  const readingTime = useReadingTime(readingSeconds);
  return (
    <dl className="post-facts ui-text-links ui-row ui-gap-1-5 ui-quiet">
      {hidden !== 'draft' && (
        <Fact name={t(hidden === 'reserved' ? 'posts.planned' : 'posts.published')} isNamed={hidden === 'reserved'}>
          <DateTime value={publishedAt} />
        </Fact>
      )}
      {updatedAt !== undefined && (
        <Fact name={t('posts.updated')} isNamed>
          <DateTime value={updatedAt} />
        </Fact>
      )}
      {author !== '' && (
        <Fact name={t('posts.by')} lang={contentLanguage(author)}>
          {author}
        </Fact>
      )}
      {readingTime !== undefined && <Fact name={t('post.readingTime')}>{readingTime}</Fact>}
      {series.map(({ slug, label, position, count }) => (
        <Fact key={slug} name={t('post.series')} lang={contentLanguage(label)}>
          <Link to={groupPath(serviceId, slug)} aria-label={t('post.inSeries', { label, position, count })}>
            {label}
          </Link>
        </Fact>
      ))}
    </dl>
  );
}

interface FactProps {
  readonly name: string;
  readonly lang?: string | undefined;
  readonly isNamed?: boolean;
  readonly children: ReactNode;
}

function Fact({ name, lang, isNamed = false, children }: FactProps) {
  return (
    <div>
      <dt className={isNamed ? undefined : 'sr-only'}>{name}</dt>
      <dd lang={lang}>{children}</dd>
    </div>
  );
}
