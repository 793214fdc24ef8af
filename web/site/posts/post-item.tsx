import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryPath, postPath, tagPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { backdropOf, type ListPicture } from './post-media.ts';
import type { PostSummary } from './post-summary.ts';
import { useReadingTime } from './reading-time.ts';

interface PostItemProps {
  readonly serviceId: string;
  readonly post: PostSummary;
  readonly heading: 'h2' | 'h3';
  /** The picture is beside the text in rows, above it in cards and leads; in stories this depends on the screen. */
  readonly layout?: Layout;
  /** Beginning of the text, below the description. */
  readonly opening?: string;
  readonly isAtTop?: boolean;
  readonly number?: number;
  readonly highlightedTitle?: ReactNode;
  readonly highlightedExcerpt?: ReactNode;
}

export function PostItem({ serviceId, post, heading: Heading, ...shown }: PostItemProps) {
  const { slug, title, excerpt, picture } = post;
  const { layout = 'row', opening = '', isAtTop = false, number } = shown;
  const { highlightedTitle = title, highlightedExcerpt = excerpt } = shown;
  const detected = contentLanguage(excerpt);
  const languageOf = (text: string) => post.language ?? contentLanguage(text, detected);
  return (
    <article className={`post-item post-item-${layout}`}>
      {picture && (
        // Hidden from screen readers, since the title has the same link.
        <Link className="post-item-picture" to={postPath(serviceId, slug)} tabIndex={-1} aria-hidden="true">
          <Picture picture={picture} layout={layout} isAtTop={isAtTop} />
        </Link>
      )}
      {number !== undefined && <p className="post-item-number">{number}</p>}
      <div className="post-item-text">
        <Heading className="post-item-title ui-plain-links" lang={languageOf(title)}>
          <Link to={postPath(serviceId, slug)}>{highlightedTitle}</Link>
        </Heading>
        {excerpt !== '' && (
          <p className="post-item-excerpt" lang={languageOf(excerpt)}>
            {highlightedExcerpt}
          </p>
        )}
        {opening !== '' && (
          <p className="post-item-opening" lang={languageOf(opening)}>
            {opening}
          </p>
        )}
        <Tags serviceId={serviceId} labels={post.tags} />
      </div>
      <Facts serviceId={serviceId} post={post} />
    </article>
  );
}

function Facts({ serviceId, post }: Pick<PostItemProps, 'serviceId' | 'post'>) {
  const { publishedAt, authors = [], readingSeconds, category } = post;
  const readingTime = useReadingTime(readingSeconds);
  return (
    <p className="post-item-meta ui-text-links ui-row ui-baseline ui-gap-0-4 ui-quiet ui-small ui-above-2">
      <DateTime value={publishedAt} />
      {authors.length > 0 && <Byline authors={authors} />}
      {readingTime !== undefined && <time dateTime={`PT${readingSeconds}S`}>{readingTime}</time>}
      {category && (
        <Link to={categoryPath(serviceId, category.slug)} lang={contentLanguage(category.label)}>
          {category.label}
        </Link>
      )}
    </p>
  );
}

const MAX_AUTHORS = 3;

function Byline({ authors }: { authors: readonly string[] }) {
  const { t } = useTranslation();
  const first = authors.slice(0, MAX_AUTHORS);
  const language = contentLanguage(first.join(' '));
  const others = authors.length - MAX_AUTHORS;
  return (
    <span>
      <span className="sr-only">{`${t('posts.by')} `}</span>
      <span lang={language}>{first.join(language === 'ja' ? '、' : ', ')}</span>
      {others > 0 && ` +${others}`}
    </span>
  );
}

const MAX_TAGS = 5;

function Tags({ serviceId, labels }: { serviceId: string; labels: readonly string[] }) {
  const { t } = useTranslation();
  if (labels.length === 0) return null;
  const others = labels.length - MAX_TAGS;
  return (
    <ul
      className="post-item-tags ui-plain-links ui-row ui-baseline ui-gap-0-3 ui-quiet ui-small ui-above-2"
      aria-label={t('posts.tags')}
    >
      {labels.slice(0, MAX_TAGS).map((label) => (
        <li key={label} lang={contentLanguage(label)}>
          <Link to={tagPath(serviceId, label)} rel="tag">
            {label}
          </Link>
        </li>
      ))}
      {others > 0 && <li>{t('lists.moreTags', { count: others })}</li>}
    </ul>
  );
}

interface PictureProps {
  readonly picture: ListPicture;
  readonly layout: Layout;
  readonly isAtTop: boolean;
}

/** Widths of the picture for `sizes`, matching `post-item.css`. */
const SIZES = {
  row: '(min-width: 62rem) 11rem, 9rem',
  story: '(min-width: 44rem) 25rem, 9rem',
  card: '(min-width: 62rem) 28rem, 92vw',
  lead: '(min-width: 62rem) 56rem, 92vw',
};
type Layout = keyof typeof SIZES;

function Picture({ picture, layout, isAtTop }: PictureProps) {
  const { src, square, srcSet } = picture;
  return (
    <img
      src={layout === 'row' ? square : src}
      {...(srcSet !== undefined && { srcSet, sizes: SIZES[layout] })}
      alt=""
      width={16}
      height={9}
      {...(!isAtTop && { loading: 'lazy' as const })}
      {...(isAtTop && layout === 'lead' && { fetchPriority: 'high' as const })}
      decoding="async"
      style={backdropOf(picture)}
    />
  );
}
