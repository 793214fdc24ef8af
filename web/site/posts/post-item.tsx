import { Link } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { DateTime } from '../../ui/date-time.tsx';
import type { ListPicture } from './list-picture.ts';
import { backdropOf } from './post-media.ts';
import { categoryPath, postPath } from './post-paths.ts';
import type { PostSummary } from './post-summary.ts';
import './post-item.css';

export interface PostItemProps {
  readonly serviceId: string;
  readonly post: PostSummary;
  readonly heading: 'h2' | 'h3';
  /** Makes it the first and largest of its section; `opening` goes on where the excerpt is a summary. */
  readonly lead?: { readonly opening: string; readonly isAtTop?: boolean };
}

export function PostItem({ serviceId, post, heading: Heading, lead }: PostItemProps) {
  const { slug, title, excerpt, publishedAt, category, picture } = post;
  const language = contentLanguage(excerpt);
  return (
    <article className={lead ? 'post-item post-item-lead' : 'post-item'}>
      {picture && (
        // The title leads there, too.
        <Link className="post-item-picture" to={postPath(serviceId, slug)} tabIndex={-1} aria-hidden="true">
          {lead ? <WidePicture picture={picture} isAtTop={lead.isAtTop} /> : <SquarePicture picture={picture} />}
        </Link>
      )}
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

/** As `lists.css` makes it. */
const WIDE_SIZES = '(min-width: 62rem) 46rem, 92vw';

function WidePicture({ picture, isAtTop = false }: { picture: ListPicture; isAtTop?: boolean | undefined }) {
  const { src, srcSet } = picture;
  return (
    <img
      src={src}
      {...(srcSet !== undefined && { srcSet, sizes: WIDE_SIZES })}
      alt=""
      width="16"
      height="9"
      {...(isAtTop ? { fetchPriority: 'high' as const } : { loading: 'lazy' as const })}
      decoding="async"
      style={backdropOf(picture)}
    />
  );
}

function SquarePicture({ picture }: { picture: ListPicture }) {
  const size = { width: 112, height: 112 };
  return <img src={picture.square} {...size} alt="" loading="lazy" decoding="async" style={backdropOf(picture)} />;
}
