import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { contentLanguage } from '../../i18n/content-language.ts';
import { DateTime } from '../../ui/date-time.tsx';
import { PageHead } from '../ui/page-head.tsx';
import { useSite } from '../ui/site-context.ts';
import { toJsonLd } from './json-ld.ts';
import type { PostData } from './load-post.server.ts';
import { PostFiles } from './post-files.tsx';
import { LeadImage, PostImages } from './post-images.tsx';
import { postPath, postsPath, tagPath } from './post-paths.ts';
import { PreviewNotice } from './preview-notice.tsx';
import { Trail } from './trail.tsx';
import '../../ui/code.css';
import './post.css';
import '../../ui/prose.css';
import '../../ui/prose-media.css';

/** One post, to be read. */
export function PostPage({ post }: { post: PostData }) {
  const { t } = useTranslation();
  const { serviceId, serviceLabel, slug, title, description, hidden, language, isPreview, media } = post;
  const isPublic = hidden === undefined;
  return (
    <>
      <PageHead
        title={title}
        description={description}
        type="article"
        image={media.lead?.src}
        {...(isPublic && !isPreview && { path: postPath(serviceId, slug) })}
      />
      {isPublic ? <StructuredData post={post} /> : <PreviewNotice status={hidden} publishAt={post.publishedAt} />}
      <article className="columns post">
        <header className="columns-head">
          <Trail serviceId={serviceId} serviceLabel={serviceLabel} categories={post.categories} />
          <h1 lang={contentLanguage(title, language)}>{title}</h1>
        </header>
        <PostFacts post={post} />
        <div className="columns-body">
          {media.lead && <LeadImage image={media.lead} />}
          <div
            className="prose"
            data-format={post.bodyFormat}
            lang={language}
            // biome-ignore lint/security/noDangerouslySetInnerHtml: the server made it safe
            dangerouslySetInnerHTML={{ __html: post.bodyHtml }}
          />
          <PostImages images={media.images} />
          <PostFiles files={media.files} />
          <footer className="post-end">
            <Tags serviceId={serviceId} labels={post.tags} />
            <Link className="back" to={postsPath(serviceId)}>
              {t('posts.backTo', { label: serviceLabel })}
            </Link>
          </footer>
        </div>
      </article>
    </>
  );
}

function PostFacts({ post: { publishedAt, updatedAt, author } }: { post: PostData }) {
  const { t } = useTranslation();
  return (
    <dl className="post-facts columns-side">
      <div>
        <dt>{t('posts.published')}</dt>
        <dd>
          <DateTime value={publishedAt} />
        </dd>
      </div>
      {updatedAt !== undefined && (
        <div>
          <dt>{t('posts.updated')}</dt>
          <dd>
            <DateTime value={updatedAt} />
          </dd>
        </div>
      )}
      {author !== '' && (
        <div>
          <dt>{t('posts.by')}</dt>
          <dd lang={contentLanguage(author)}>{author}</dd>
        </div>
      )}
    </dl>
  );
}

function Tags({ serviceId, labels }: { serviceId: string; labels: readonly string[] }) {
  const { t } = useTranslation();
  if (labels.length === 0) return null;
  return (
    <nav className="tags" aria-label={t('posts.tags')}>
      <ul>
        {labels.map((label) => (
          <li key={label} lang={contentLanguage(label)}>
            <Link to={tagPath(serviceId, label)}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function StructuredData({ post }: { post: PostData }) {
  const { siteName, origin } = useSite();
  const json = toJsonLd(post, { siteName, url: `${origin}${postPath(post.serviceId, post.slug)}` });
  // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which no element can begin or end
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
