import { useTranslation } from 'react-i18next';
import { FEEDS } from '#contract/page-paths.ts';
import type { Language } from '#contract/site-config.ts';
import { locales, useLanguage } from '../../i18n/language.ts';
import { usePublication } from '../service/service-context.tsx';

export interface PageImage {
  /** Absolute URL, or path from the root. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt?: string | undefined;
}

export interface PageArticle {
  readonly publishedAt: string;
  readonly updatedAt?: string | undefined;
  readonly changedAt?: string | undefined;
  readonly authors?: readonly string[];
  readonly section?: string | undefined;
  readonly tags?: readonly string[];
}

export interface PageHeadProps {
  readonly title: string;
  /** Puts the name of the site before the title instead of behind it. */
  readonly isFrontPage?: boolean;
  /** Title for social media (`og:title`), if it differs from `title`. */
  readonly sharedTitle?: string;
  readonly description?: string;
  /** Canonical path; without one the page is `noindex`. */
  readonly path?: string;
  /** The page in all its languages, with its own; `x-default` for readers of others. */
  readonly alternates?: readonly { readonly language: string; readonly path: string }[];
  readonly type?: 'website' | 'article';
  readonly image?: PageImage | undefined;
  readonly article?: PageArticle | undefined;
  /** Language of the content, if it differs from the page's. */
  readonly language?: Language | undefined;
  readonly feed?: { readonly path: string; readonly title: string } | undefined;
  /** JSON-LD objects of schema.org without `@context`; see `posts/json-ld.ts`. */
  readonly jsonLd?: readonly object[] | undefined;
}

export function PageHead({ title, description = '', path, type = 'website', ...props }: PageHeadProps) {
  const { t } = useTranslation();
  const { siteName, origin } = usePublication();
  const ownLanguage = useLanguage();
  const { isFrontPage = false, sharedTitle = title, image, article, language = ownLanguage, feed, jsonLd = [] } = props;
  const { alternates = [] } = props;
  const url = path === undefined || origin === '' ? undefined : `${origin}${path}`;
  const titled = isFrontPage ? { title: siteName, siteName: title } : { title, siteName };
  const documentTitle = title === siteName ? title : t('page.titled', titled);
  return (
    <>
      <title>{documentTitle}</title>
      {description !== '' && <meta name="description" content={description} />}
      {url === undefined ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
      {url !== undefined &&
        alternates.map((page) => (
          <link key={page.language} rel="alternate" hrefLang={page.language} href={`${origin}${page.path}`} />
        ))}
      {feed && <FeedLinks {...feed} />}
      <meta property="og:site_name" content={siteName} />
      <meta property="og:type" content={type} />
      <meta property="og:title" content={sharedTitle} />
      {description !== '' && <meta property="og:description" content={description} />}
      <meta property="og:locale" content={locales[language].replace('-', '_')} />
      {url !== undefined && <meta property="og:url" content={url} />}
      {article && <ArticleFacts {...article} />}
      <ImageFacts image={origin === '' ? undefined : image} origin={origin} />
      {jsonLd.length > 0 && <Described things={jsonLd} />}
    </>
  );
}

function FeedLinks({ path, title }: NonNullable<PageHeadProps['feed']>) {
  return FEEDS.map(({ file, type, name }) => (
    <link key={file} rel="alternate" type={type} title={`${title} (${name})`} href={`${path}/${file}`} />
  ));
}

function ArticleFacts({ publishedAt, updatedAt, changedAt, authors = [], section, tags = [] }: PageArticle) {
  return (
    <>
      {authors.map((author) => (
        <meta key={author} name="author" content={author} />
      ))}
      {authors.map((author) => (
        <meta key={author} property="article:author" content={author} />
      ))}
      <meta property="article:published_time" content={publishedAt} />
      {updatedAt !== undefined && <meta property="article:modified_time" content={updatedAt} />}
      {changedAt !== undefined && <meta property="og:updated_time" content={changedAt} />}
      {section !== undefined && <meta property="article:section" content={section} />}
      {tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  );
}

/** X reads title, description and image from the Open Graph properties. */
function ImageFacts({ image, origin }: { image: PageImage | undefined; origin: string }) {
  if (!image) return <meta name="twitter:card" content="summary" />;
  const { src, width, height, alt = '' } = image;
  return (
    <>
      <meta property="og:image" content={new URL(src, origin).href} />
      <meta property="og:image:width" content={String(width)} />
      <meta property="og:image:height" content={String(height)} />
      {alt !== '' && <meta property="og:image:alt" content={alt} />}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** Escapes `<`, so that no text can close the script element. */
function Described({ things }: { things: readonly object[] }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `<` is escaped above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
