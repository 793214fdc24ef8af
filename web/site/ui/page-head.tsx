import { useTranslation } from 'react-i18next';
import { FEEDS } from '#contract/feeds.ts';
import type { Language } from '#contract/site-config.ts';
import { locales } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { useSite } from './site-context.ts';

/** A picture that stands for the page where it is linked to. */
export interface PageImage {
  /** Absolute, or from the root. */
  readonly src: string;
  readonly width: number;
  readonly height: number;
  readonly alt?: string | undefined;
}

/** What a page that is an article says of it. */
export interface PageArticle {
  readonly publishedAt: string;
  readonly updatedAt?: string | undefined;
  readonly section?: string | undefined;
  readonly tags?: readonly string[];
}

export interface PageHeadProps {
  readonly title: string;
  /** Stands for the page where it is linked to, if its title does not. */
  readonly sharedTitle?: string;
  readonly description?: string;
  /** The page's one address, from the root; left out where the page should not be found. */
  readonly path?: string;
  readonly type?: 'website' | 'article';
  readonly image?: PageImage | undefined;
  readonly article?: PageArticle | undefined;
  /** What the page is about is written in, where that is not the language of the page around it. */
  readonly language?: Language | undefined;
  /** `path` is that of the list whose feeds they are. */
  readonly feed?: { readonly path: string; readonly title: string } | undefined;
  /** What the page holds, in the words of schema.org, without `@context`; see `posts/json-ld.ts`. */
  readonly jsonLd?: readonly object[] | undefined;
}

/** What the page says of itself to browsers, search engines and sites that link to it. */
export function PageHead({ title, description = '', path, type = 'website', ...props }: PageHeadProps) {
  const { t } = useTranslation();
  const { siteName, origin } = useSite();
  const ownLanguage = useLanguage();
  const { sharedTitle = title, image, article, language = ownLanguage, feed, jsonLd = [] } = props;
  const url = path === undefined || origin === '' ? undefined : `${origin}${path}`;
  return (
    <>
      <title>{title === siteName ? title : t('page.titled', { title, siteName })}</title>
      {description !== '' && <meta name="description" content={description} />}
      {url === undefined ? <meta name="robots" content="noindex" /> : <link rel="canonical" href={url} />}
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

function ArticleFacts({ publishedAt, updatedAt, section, tags = [] }: PageArticle) {
  return (
    <>
      <meta property="article:published_time" content={publishedAt} />
      {updatedAt !== undefined && <meta property="article:modified_time" content={updatedAt} />}
      {section !== undefined && <meta property="article:section" content={section} />}
      {tags.map((tag) => (
        <meta key={tag} property="article:tag" content={tag} />
      ))}
    </>
  );
}

/** Sites that show cards take all but its size from what is said for the others. */
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

/** As JSON in which no element can begin or end, whatever is in the texts. */
function Described({ things }: { things: readonly object[] }) {
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replaceAll('<', '\\u003c');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: json }} />;
}
