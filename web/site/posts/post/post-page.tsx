import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { extensionOf } from '#contract/media-types.ts';
import { categoryPath, postPath, postsPath, tagPath } from '#contract/page-paths.ts';
import type { Language } from '#contract/site-config.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { locales, useLanguage } from '../../../i18n/language.ts';
import { sitePathOf } from '../../../paths/site.ts';
import { formatFileSize } from '../../../ui/file-size.ts';
import { PageHead } from '../../ui/page-head.tsx';
import { type Site, useSite } from '../../ui/site-context.ts';
import type { RejectedComment } from '../comments/comment-action.server.ts';
import { Comments } from '../comments/comments.tsx';
import { toBlogPosting, toBreadcrumbs } from '../json-ld.ts';
import { captionOf, type OfferedFile, toDownload } from '../post-media.ts';
import { Trail } from '../trail.tsx';
import { Votes } from '../votes/votes.tsx';
import { AdjacentPosts, SeriesBoxes } from './adjacent-posts.tsx';
import type { PostData } from './load-post.server.ts';
import { PostFacts } from './post-facts.tsx';
import { LeadImage, PostImages } from './post-images.tsx';
import { PostLinks } from './post-links.tsx';
import { PreviewNotice } from './preview-notice.tsx';
import { Share } from './share.tsx';
import { Toc } from './toc.tsx';
import '../../../ui/code.css';
import './post.css';
import '../../../ui/prose.css';
import './post-files.css';

/** Title length above which a smaller font is used; Japanese characters are twice as wide. */
const LONG_TITLE: Readonly<Record<Language, number>> = { en: 90, ja: 45 };

interface PostPageProps {
  readonly post: PostData;
  readonly serviceLabel: string;
  readonly rejection?: RejectedComment | undefined;
}

export function PostPage({ post, serviceLabel, rejection }: PostPageProps) {
  const { serviceId, title, lede, hidden, language, isPreview, media } = post;
  const titleLanguage = contentLanguage(title, language);
  return (
    <>
      <PostHead post={post} serviceLabel={serviceLabel} />
      <PreviewNotice status={hidden} publishAt={post.publishedAt} isHiddenInList={post.isHiddenInList} />
      <article className="columns post">
        <header className="columns-head">
          <Trail serviceId={serviceId} serviceLabel={serviceLabel} categories={post.categories} />
          <h1 lang={titleLanguage} data-long={title.length > LONG_TITLE[titleLanguage ?? 'en'] || undefined}>
            {title}
          </h1>
          {lede !== '' && (
            <p className="post-lede" lang={contentLanguage(lede, language)}>
              {lede}
            </p>
          )}
        </header>
        <div className="columns-side">
          <PostFacts post={post} />
          <Toc entries={post.toc} language={language} />
        </div>
        <div className="columns-body">
          {media.lead && <LeadImage image={media.lead} />}
          <Body post={post} />
          <PostImages images={media.images} />
          <PostFiles files={media.files} />
          <PostLinks links={post.links} />
          <PostEnd post={post} serviceLabel={serviceLabel} isShared={hidden === undefined && !isPreview} />
          {post.thread?.comments !== undefined && (
            <Comments
              key={post.contentId}
              serviceId={serviceId}
              contentId={post.contentId}
              path={postPath(serviceId, post.slug)}
              comments={post.thread.comments}
              votes={post.thread.votes}
              rejection={rejection}
            />
          )}
        </div>
      </article>
    </>
  );
}

function Body({ post: { bodyHtml, bodyFormat, language } }: { post: PostData }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: handles clicks on links inside
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link fires click
    <div
      className="prose"
      data-format={bodyFormat}
      lang={language}
      onClick={useSiteLinks()}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server sanitizes the HTML
      dangerouslySetInnerHTML={{ __html: bodyHtml }}
    />
  );
}

function PostEnd({ post, serviceLabel, isShared }: { post: PostData; serviceLabel: string; isShared: boolean }) {
  const { t } = useTranslation();
  const { origin } = useSite();
  const { serviceId, slug, contentId, title, thread } = post;
  const numbers = thread?.votes?.[contentId];
  return (
    <footer className="post-end ui-grid ui-gap-5">
      {numbers && <Votes serviceId={serviceId} contentId={contentId} numbers={numbers} />}
      <Tags serviceId={serviceId} labels={post.tags} />
      {isShared && <Share shared={{ title, url: `${origin}${postPath(serviceId, slug)}` }} />}
      <SeriesBoxes serviceId={serviceId} series={post.series} />
      <AdjacentPosts serviceId={serviceId} neighbours={post.neighbours} />
      <Link className="back ui-backward" to={postsPath(serviceId)}>
        {t('posts.backTo', { label: serviceLabel })}
      </Link>
    </footer>
  );
}

function Tags({ serviceId, labels }: { serviceId: string; labels: readonly string[] }) {
  const { t } = useTranslation();
  if (labels.length === 0) return null;
  return (
    <nav className="tags" aria-label={t('posts.tags')}>
      <ul className="ui-targets ui-row ui-baseline ui-gap-0-4">
        {labels.map((label) => (
          <li key={label} lang={contentLanguage(label)}>
            <Link to={tagPath(serviceId, label)}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function PostHead({ post, serviceLabel }: { post: PostData; serviceLabel: string }) {
  const site = useSite();
  const { serviceId, slug, title, description, language, cover, hidden, isIndexed, isPreview } = post;
  const isPublic = hidden === undefined;
  return (
    <PageHead
      title={title}
      description={description}
      type="article"
      image={cover}
      language={language}
      article={isPublic ? { ...post, section: post.categories.at(-1)?.label } : undefined}
      feed={{ path: postsPath(serviceId), title: serviceLabel }}
      jsonLd={isPublic ? describePost(post, serviceLabel, site) : undefined}
      {...(isPublic && isIndexed && !isPreview && { path: postPath(serviceId, slug) })}
    />
  );
}

function describePost(post: PostData, serviceLabel: string, site: Site): object[] {
  const { serviceId, slug, title, categories, cover } = post;
  const path = postPath(serviceId, slug);
  const steps = [
    { label: serviceLabel, path: postsPath(serviceId) },
    ...categories.map((category) => ({ label: category.label, path: categoryPath(serviceId, category.slug) })),
    { label: title, path },
  ];
  const section = categories.at(-1)?.label;
  const interactions = interactionsOf(post);
  const described = { ...post, serviceLabel, path, section, image: cover, interactions };
  return [toBlogPosting(described, site), toBreadcrumbs(steps, site)];
}

function interactionsOf({ contentId, thread }: PostData) {
  const { like, dislike } = thread?.votes?.[contentId] ?? {};
  return { likes: like, dislikes: dislike, comments: thread?.comments?.count };
}

/** Handles clicks in HTML that React did not render: links to pages of the site navigate on the client. */
function useSiteLinks(): (event: MouseEvent<HTMLElement>) => void {
  const navigate = useNavigate();
  return (event) => {
    const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented, target } = event;
    if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || (link.target !== '' && link.target !== '_self') || link.hasAttribute('download')) return;
    const path = sitePathOf(link.href, location.href);
    if (path === undefined) return;
    event.preventDefault();
    navigate(path);
  };
}

function PostFiles({ files }: { files: readonly OfferedFile[] }) {
  const { t } = useTranslation();
  if (files.length === 0) return null;
  return (
    <section className="post-files" aria-labelledby="site:files">
      <h2 id="site:files">{t('media.files')}</h2>
      <ul>
        {files.map((file) => (
          <li key={file.fileId}>
            <File file={file} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function File({ file }: { file: OfferedFile }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { src, size, mimeType, fileId } = file;
  // A caption from the post replaces the file's name; the file's own caption is shown in addition.
  const name = file.caption || file.name || fileId;
  const caption = file.caption ? '' : captionOf(file, language);
  const facts = [typeOf(mimeType), size === undefined ? '' : formatFileSize(size, locales[language])];
  return (
    <>
      <a className="post-file-name" href={src} lang={contentLanguage(name, language)}>
        {name}
      </a>
      <span className="post-file-facts ui-quiet ui-small">{facts.filter((fact) => fact !== '').join(' · ')}</span>
      <a className="post-file-download" href={toDownload(src)} aria-label={t('media.downloadOf', { name })}>
        {t('media.download')}
      </a>
      {caption !== '' && (
        <p className="post-file-caption ui-quiet ui-small" lang={contentLanguage(caption, language)}>
          {caption}
        </p>
      )}
    </>
  );
}

function typeOf(mimeType: string): string {
  const extension = extensionOf(mimeType);
  return extension === 'bin' ? '' : extension.toUpperCase();
}
