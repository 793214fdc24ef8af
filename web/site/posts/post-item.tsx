import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { categoryPath, postPath, tagPath } from '#contract/page-paths.ts';
import { contentLanguage } from '../../i18n/content-language.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { backdropOf, type ListPicture } from './post-media.ts';
import type { PostSummary } from './post-summary.ts';

interface PostItemProps {
  readonly serviceId: string;
  readonly post: PostSummary;
  readonly heading: 'h2' | 'h3';
  readonly card?: 'narrow' | 'wide' | undefined;
  readonly lead?: { readonly opening: string };
  readonly isAtTop?: boolean;
  readonly number?: number;
}

export function PostItem({ serviceId, post, heading: Heading, card, lead, isAtTop = false, number }: PostItemProps) {
  const { slug, title, excerpt, picture } = post;
  const language = contentLanguage(excerpt);
  return (
    <article className={lead ? 'post-item post-item-lead' : 'post-item'}>
      {picture && (
        // Hidden from screen readers, since the title has the same link.
        <Link className="post-item-picture" to={postPath(serviceId, slug)} tabIndex={-1} aria-hidden="true">
          <Picture picture={picture} look={lookOf(lead !== undefined, card)} isAtTop={isAtTop} />
        </Link>
      )}
      {!picture && card && (
        <Link
          className="post-item-picture post-item-block"
          to={postPath(serviceId, slug)}
          tabIndex={-1}
          aria-hidden="true"
        >
          {title}
        </Link>
      )}
      {number !== undefined && <p className="post-item-number">{number}</p>}
      <Heading className="post-item-title ui-plain-links" lang={contentLanguage(title, language)}>
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
      <Facts serviceId={serviceId} post={post} />
      <Tags serviceId={serviceId} labels={post.tags} />
    </article>
  );
}

function Facts({ serviceId, post: { publishedAt, category } }: Pick<PostItemProps, 'serviceId' | 'post'>) {
  return (
    <p className="post-item-meta ui-text-links ui-row ui-baseline ui-gap-0-4 ui-quiet ui-small ui-above-2">
      <DateTime value={publishedAt} />
      {category && (
        <Link to={categoryPath(serviceId, category.slug)} lang={contentLanguage(category.label)}>
          {category.label}
        </Link>
      )}
    </p>
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
  readonly look: Look;
  readonly isAtTop: boolean;
}

/** Layout widths for `sizes`, matching `post-item.css`. */
const LEAD_LOOK = { width: 16, height: 9, sizes: '(min-width: 62rem) 46rem, 92vw' };
const CARD_LOOK = { width: 16, height: 9, sizes: '(min-width: 62rem) 28rem, 92vw' };
const SMALL_LOOK = { width: 4, height: 3, sizes: '(min-width: 62rem) 11rem, 8rem' };
type Look = typeof LEAD_LOOK;

function lookOf(isLead: boolean, card: PostItemProps['card']): Look {
  if (isLead || card === 'wide') return LEAD_LOOK;
  return card ? CARD_LOOK : SMALL_LOOK;
}

function Picture({ picture, look, isAtTop }: PictureProps) {
  const { src, square, srcSet } = picture;
  const { sizes, ...ratio } = look;
  return (
    <img
      src={look === SMALL_LOOK ? square : src}
      {...(srcSet !== undefined && { srcSet, sizes })}
      alt=""
      {...ratio}
      {...(!isAtTop && { loading: 'lazy' as const })}
      {...(isAtTop && look === LEAD_LOOK && { fetchPriority: 'high' as const })}
      decoding="async"
      style={backdropOf(picture)}
    />
  );
}
