import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { postPath, postsPath, tagPath } from '#contract/page-paths.ts';
import type { Language } from '#contract/site-config.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import { DateTime } from '../../../ui/date-time.tsx';
import { type Publication, usePublication } from '../../service/service-context.tsx';
import { PageHead } from '../../ui/page-head.tsx';
import type { RejectedComment } from '../comments/comment-action.server.ts';
import { Comments } from '../comments/comments.tsx';
import { authorNames, toBlogPosting, toBreadcrumbs } from '../json-ld.ts';
import { PostItem } from '../post-item.tsx';
import { alternatesOf, PostLanguages } from '../post-languages.tsx';
import { isCover } from '../post-media.ts';
import type { PostSummary } from '../post-summary.ts';
import { Trail, toSteps } from '../trail.tsx';
import { Votes } from '../votes/votes.tsx';
import { AdjacentPosts, SeriesBoxes } from './adjacent-posts.tsx';
import type { PostData } from './load-post.server.ts';
import { PostFacts } from './post-facts.tsx';
import { PostFiles, PostLinks } from './post-files.tsx';
import { LeadImage, PostImages } from './post-images.tsx';
import { Prose } from './prose.tsx';
import { Share } from './share.tsx';
import { Toc } from './toc.tsx';

/** Title length above which a smaller font is used; Japanese characters are twice as wide. */
const LONG_TITLE: Readonly<Record<Language, number>> = { en: 90, ja: 45 };

interface PostPageProps {
  readonly post: PostData;
  readonly serviceLabel: string;
  readonly rejection?: RejectedComment | undefined;
}

export function PostPage({ post, serviceLabel, rejection }: PostPageProps) {
  const { serviceId, title, lede, hidden, language, languageTag, isPreview, media } = post;
  const titleLanguage = contentLanguage(title, language);
  return (
    <>
      <PostHead post={post} serviceLabel={serviceLabel} />
      <PreviewNotice post={post} />
      <article className="columns post">
        <header className="columns-head">
          <Trail serviceId={serviceId} serviceLabel={serviceLabel} steps={toSteps(serviceId, post.categories)} />
          <PostLanguages translations={post.translations} />
          <h1
            lang={languageTag ?? titleLanguage}
            data-long={title.length > LONG_TITLE[titleLanguage ?? 'en'] || undefined}
          >
            {title}
          </h1>
          {lede !== '' && (
            <p className="post-lede" lang={languageTag ?? contentLanguage(lede, language)}>
              {lede}
            </p>
          )}
        </header>
        {media.lead && isCover(media.lead) && <LeadImage image={media.lead} />}
        <div className="columns-side">
          <PostFacts post={post} />
          <Toc entries={post.toc} language={language} />
        </div>
        <div className="columns-body">
          {media.lead && !isCover(media.lead) && <LeadImage image={media.lead} />}
          <Prose post={post} />
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

function PreviewNotice({ post: { hidden, publishedAt, isHiddenInList } }: { post: PostData }) {
  const { t } = useTranslation();
  if (hidden === undefined && !isHiddenInList) return null;
  return (
    <div className="post-notice" role="note">
      {hidden !== undefined && (
        <p>
          {t(`preview.${hidden}`)}
          {hidden === 'reserved' && <DateTime value={publishedAt} withTime />}
        </p>
      )}
      {isHiddenInList && <p>{t('preview.hiddenInList')}</p>}
    </div>
  );
}

function PostEnd({ post, serviceLabel, isShared }: { post: PostData; serviceLabel: string; isShared: boolean }) {
  const { t } = useTranslation();
  const { origin } = usePublication();
  const { serviceId, slug, contentId, title, thread } = post;
  const numbers = thread?.votes?.[contentId];
  return (
    <footer className="post-end ui-grid ui-gap-5">
      <Authors names={authorNames(post.author)} />
      {numbers && <Votes serviceId={serviceId} contentId={contentId} numbers={numbers} />}
      <Tags serviceId={serviceId} labels={post.tags} />
      {isShared && <Share shared={{ title, url: `${origin}${postPath(serviceId, slug)}` }} />}
      <SeriesBoxes serviceId={serviceId} series={post.series} />
      <AdjacentPosts serviceId={serviceId} neighbors={post.neighbors} />
      <RelatedPosts serviceId={serviceId} posts={post.related} />
      <Link className="back ui-backward" to={postsPath(serviceId)}>
        {t('posts.backTo', { label: serviceLabel })}
      </Link>
    </footer>
  );
}

function Authors({ names }: { names: readonly string[] }) {
  const { t } = useTranslation();
  if (names.length === 0) return null;
  return (
    <section className="authors" aria-labelledby="site:authors">
      <h2 id="site:authors">{t('post.author', { count: names.length })}</h2>
      <ul className="ui-row ui-baseline">
        {names.map((name) => (
          <li key={name} lang={contentLanguage(name)}>
            {name}
          </li>
        ))}
      </ul>
    </section>
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
  const site = usePublication();
  const { serviceId, slug, title, description, author, language, cover, hidden, isIndexed, isPreview, modifiedAt } =
    post;
  const isPublic = hidden === undefined;
  const section = post.categories.at(-1)?.label;
  return (
    <PageHead
      title={title}
      description={description}
      type="article"
      image={cover}
      language={language}
      article={isPublic ? { ...post, updatedAt: modifiedAt, authors: authorNames(author), section } : undefined}
      feed={{ path: postsPath(serviceId), title: serviceLabel }}
      jsonLd={isPublic ? describePost(post, serviceLabel, site) : undefined}
      {...(isPublic && isIndexed && !isPreview && { path: postPath(serviceId, slug), alternates: alternatesOf(post) })}
    />
  );
}

function describePost(post: PostData, serviceLabel: string, site: Publication): object[] {
  const { serviceId, slug, title, categories, cover, modifiedAt, languageTag = post.language } = post;
  const path = postPath(serviceId, slug);
  const steps = [
    { label: serviceLabel, path: postsPath(serviceId) },
    ...toSteps(serviceId, categories),
    { label: title, path },
  ];
  const section = categories.at(-1)?.label;
  const interactions = interactionsOf(post);
  const facts = { language: languageTag, updatedAt: modifiedAt, section, image: cover, interactions };
  const described = { ...post, ...facts, serviceLabel, path };
  return [toBlogPosting(described, site), toBreadcrumbs(steps, site)];
}

function interactionsOf({ contentId, thread }: PostData) {
  const { like, dislike } = thread?.votes?.[contentId] ?? {};
  return { likes: like, dislikes: dislike, comments: thread?.comments?.count };
}

function RelatedPosts({ serviceId, posts }: { serviceId: string; posts: readonly PostSummary[] }) {
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
