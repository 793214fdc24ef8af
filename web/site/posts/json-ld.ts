import type {
  Blog,
  BlogPosting,
  BreadcrumbList,
  CollectionPage,
  ImageObject,
  InteractionCounter,
  Organization,
  Person,
  SearchAction,
  WebSite,
  WithActionConstraints,
} from 'schema-dts';
import { postsPath, searchPath } from '#contract/page-paths.ts';
import type { Publication } from '../service/service-context.tsx';
import type { PageImage } from '../ui/page-head.tsx';
import type { ShownTranslation } from './post-languages.tsx';

export interface DescribedPost {
  readonly path: string;
  readonly serviceId: string;
  readonly serviceLabel: string;
  readonly title: string;
  readonly description: string;
  readonly publishedAt: string;
  readonly updatedAt?: string | undefined;
  readonly author: string;
  readonly language?: string | undefined;
  readonly tags: readonly string[];
  readonly section?: string | undefined;
  readonly readingSeconds?: number | undefined;
  readonly image?: PageImage | undefined;
  readonly interactions?: Interactions | undefined;
  readonly translations?: readonly ShownTranslation[];
}

interface Interactions {
  readonly likes?: number | undefined;
  readonly dislikes?: number | undefined;
  readonly comments?: number | undefined;
}

export interface TrailStep {
  readonly label: string;
  readonly path: string;
}

export function toBlogPosting(post: DescribedPost, site: Publication): BlogPosting {
  const { origin } = site;
  const { title, description, publishedAt, updatedAt, author, language, tags, section, readingSeconds, image } = post;
  const { interactions = {}, translations = [] } = post;
  const counters = toCounters(interactions);
  const url = `${origin}${post.path}`;
  const publisher = toOrganization(site);
  return {
    '@type': 'BlogPosting',
    '@id': url,
    headline: title,
    ...(description !== '' && { description }),
    ...(image && { image: toImage(image, origin) }),
    datePublished: publishedAt,
    dateModified: updatedAt ?? publishedAt,
    author: toAuthor(author) ?? publisher,
    publisher,
    ...(language !== undefined && { inLanguage: language }),
    ...(tags.length > 0 && { keywords: tags }),
    ...(section !== undefined && { articleSection: section }),
    ...(readingSeconds !== undefined && { timeRequired: `PT${Math.ceil(readingSeconds / 60)}M` }),
    ...(interactions.comments !== undefined && { commentCount: interactions.comments }),
    ...(counters.length > 0 && { interactionStatistic: counters }),
    ...toTranslations(translations, origin),
    url,
    mainEntityOfPage: url,
    isPartOf: toBlog(post, origin),
  };
}

function toTranslations(translations: readonly ShownTranslation[], origin: string): Partial<BlogPosting> {
  const [translationOfWork] = translations.filter(({ relation }) => relation === 'original').map(toWork);
  const workTranslation = translations.filter(({ relation }) => relation === 'translation').map(toWork);
  function toWork({ path, title, language }: ShownTranslation) {
    const url = `${origin}${path}`;
    return { '@type': 'BlogPosting' as const, '@id': url, headline: title, inLanguage: language, url };
  }
  return { ...(translationOfWork && { translationOfWork }), ...(workTranslation.length > 0 && { workTranslation }) };
}

function toCounters({ likes = 0, dislikes = 0, comments = 0 }: Interactions): InteractionCounter[] {
  const counts = [
    ['LikeAction', likes],
    ['DislikeAction', dislikes],
    ['CommentAction', comments],
  ] as const;
  return counts
    .filter(([, count]) => count > 0)
    .map(([action, userInteractionCount]) => ({
      '@type': 'InteractionCounter',
      interactionType: { '@type': action },
      userInteractionCount,
    }));
}

function toAuthor(author: string): Person | Person[] | undefined {
  const [first, ...others] = authorNames(author).map((name): Person => ({ '@type': 'Person', name }));
  return first && others.length > 0 ? [first, ...others] : first;
}

export function toBreadcrumbs(steps: readonly TrailStep[], { origin }: Publication): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(({ label, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: label,
      item: `${origin}${path}`,
    })),
  };
}

export function toWebSite(site: Publication, { serviceId }: { serviceId?: string | undefined } = {}): WebSite {
  const { siteName, origin } = site;
  return {
    '@type': 'WebSite',
    '@id': `${origin}/`,
    name: siteName,
    url: `${origin}/`,
    publisher: toOrganization(site),
    ...(serviceId !== undefined && { potentialAction: toSearchAction(serviceId, origin) }),
  };
}

export function toPostList(
  list: { readonly serviceId: string; readonly serviceLabel: string; readonly label: string; readonly path: string },
  site: Publication,
): Blog | CollectionPage {
  const { origin } = site;
  const blog = toBlog(list, origin);
  if (list.path === postsPath(list.serviceId)) {
    return { ...blog, publisher: toOrganization(site), potentialAction: toSearchAction(list.serviceId, origin) };
  }
  const url = `${origin}${list.path}`;
  return { '@type': 'CollectionPage', '@id': url, name: list.label, url, isPartOf: blog };
}

function toBlog({ serviceId, serviceLabel }: { serviceId: string; serviceLabel: string }, origin: string) {
  const url = `${origin}${postsPath(serviceId)}`;
  return { '@type': 'Blog', '@id': url, name: serviceLabel, url } satisfies Blog;
}

function toOrganization({ siteName, origin, logoUrl, homePath }: Publication): Organization {
  const logo = toAbsolute(logoUrl || '/apple-touch-icon.png', origin);
  return {
    '@type': 'Organization',
    name: siteName,
    url: `${origin}${homePath}`,
    logo: { '@type': 'ImageObject', url: logo },
  };
}

function toSearchAction(serviceId: string, origin: string): WithActionConstraints<SearchAction> {
  const urlTemplate = `${origin}${searchPath(serviceId)}?q={search_term_string}`;
  return {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate },
    'query-input': 'required name=search_term_string',
  };
}

function toImage({ src, width, height }: PageImage, origin: string): ImageObject {
  return { '@type': 'ImageObject', url: toAbsolute(src, origin), width: `${width} px`, height: `${height} px` };
}

function toAbsolute(address: string, origin: string): string {
  return URL.canParse(address) ? address : `${origin}${address}`;
}

const SUFFIX = /^(?:jr|sr|i{2,3}|iv|ph\.?d|m\.?d|esq|inc|ltd|llc|co|corp|gmbh)\.?$/i;
const ONE_WORD = /^[^\s\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]+$/u;
const JOINED = /\s*[、，;；]\s*|\s+(?:and|&)\s+/iu;
/** Katakana names use the middle dot inside a name. */
const DOT_BETWEEN_NAMES = /(?<!\p{scx=Katakana})[・･](?!\p{scx=Katakana})/u;

/** Splits a byline into different names; ambiguous texts stay one name. */
export function authorNames(author: string): string[] {
  const names = author
    .replace(/,\s+(?:and|&)\s+/giu, ', ')
    .split(JOINED)
    .flatMap((names) => names.split(DOT_BETWEEN_NAMES))
    .flatMap(splitAtCommas)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  return [...new Set(names)];
}

function splitAtCommas(names: string): string[] {
  const parts = names.split(/\s*,\s*/).reduce<string[]>(joinSuffix, []);
  // Keeps names with the family name first: “Hokusai, Katsushika”.
  const [first = '', second = '', third] = parts;
  const isInverted = third === undefined && ONE_WORD.test(first) && ONE_WORD.test(second);
  return isInverted ? [names] : parts;
}

function joinSuffix(parts: string[], part: string): string[] {
  const before = parts.at(-1);
  return before !== undefined && SUFFIX.test(part) ? [...parts.slice(0, -1), `${before}, ${part}`] : [...parts, part];
}
