import { Link } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { categoryPath, postPath } from './post-paths.ts';
import type { PostSummary } from './post-summary.ts';

export interface PostItemProps {
  readonly serviceId: string;
  readonly post: PostSummary;
  readonly heading: 'h2' | 'h3';
  /** Makes it the first and largest of its section; `opening` goes on where the excerpt is a summary. */
  readonly lead?: { readonly opening: string };
}

export function PostItem({ serviceId, post, heading: Heading, lead }: PostItemProps) {
  const { slug, title, excerpt, publishedAt, category } = post;
  const language = contentLanguage(excerpt);
  return (
    <article className={lead ? 'post-item post-item-lead' : 'post-item'}>
      <Heading className="post-item-title" lang={contentLanguage(title, language)}>
        <Link to={postPath(serviceId, slug)}>{title}</Link>
      </Heading>
      {excerpt !== '' && (
        <p className="post-item-excerpt" lang={language}>
          {excerpt}
        </p>
      )}
      {lead && lead.opening !== '' && (
        <p className="post-item-opening" lang={contentLanguage(lead.opening, language)}>
          {lead.opening}
        </p>
      )}
      <p className="post-item-meta">
        <DateTime value={publishedAt} />
        {category && (
          <Link to={categoryPath(serviceId, category.slug)} lang={contentLanguage(category.label)}>
            {category.label}
          </Link>
        )}
      </p>
    </article>
  );
}
