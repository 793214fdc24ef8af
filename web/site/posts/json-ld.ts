import { postsPath, searchPath } from '#contract/page-paths.ts';
import type { PageImage } from '../ui/page-head.tsx';
import type { Site } from '../ui/site-context.ts';
import { authorNames } from './author-names.ts';

type Publisher = Pick<Site, 'siteName' | 'origin' | 'logoUrl'>;

/** A post, as far as it is described. */
export interface DescribedPost {
  /** Its address, from the root. */
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
  /** Its category's name. */
  readonly section?: string | undefined;
  readonly readingSeconds?: number | undefined;
  readonly image?: PageImage | undefined;
  /** What readers have done about it, where they may. */
  readonly interactions?: Interactions | undefined;
}

/** How many have done so, each counted once where the product knows how. */
interface Interactions {
  readonly likes?: number | undefined;
  readonly dislikes?: number | undefined;
  readonly comments?: number | undefined;
}

/** A step on the way from the service to a page. */
export interface TrailStep {
  readonly label: string;
  /** From the root. */
  readonly path: string;
}

/** A post in the words of schema.org. */
export function toBlogPosting(post: DescribedPost, site: Publisher): object {
  const { origin } = site;
  const { title, description, publishedAt, updatedAt, author, language, tags, section, readingSeconds, image } = post;
  const { interactions = {} } = post;
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
    url,
    mainEntityOfPage: url,
    isPartOf: toBlog(post, origin),
  };
}

/** What schema.org calls each of them. Nobody is told of what nobody has done. */
function toCounters({ likes = 0, dislikes = 0, comments = 0 }: Interactions): object[] {
  const counts = { LikeAction: likes, DislikeAction: dislikes, CommentAction: comments };
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([action, userInteractionCount]) => ({
      '@type': 'InteractionCounter',
      interactionType: `https://schema.org/${action}`,
      userInteractionCount,
    }));
}

/** Each of them, where there are several. */
function toAuthor(author: string): object | undefined {
  const [first, ...others] = authorNames(author).map((name) => ({ '@type': 'Person', name }));
  return first && others.length > 0 ? [first, ...others] : first;
}

/** The way from the service to the page, which is the last step. */
export function toBreadcrumbs(steps: readonly TrailStep[], { origin }: Publisher): object {
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

/** The site, on its front page; with the search of the service that fills it, if one does. */
export function toWebSite(site: Publisher, { serviceId }: { serviceId?: string | undefined } = {}): object {
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

/** A list of posts: a service's own is a blog, all others are collections out of it. */
export function toPostList(
  list: { readonly serviceId: string; readonly serviceLabel: string; readonly label: string; readonly path: string },
  site: Publisher,
): object {
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
  return { '@type': 'Blog', '@id': url, name: serviceLabel, url };
}

/** The site's own mark stands for it where no other was chosen. */
function toOrganization({ siteName, origin, logoUrl }: Publisher) {
  const logo = toAbsolute(logoUrl || '/apple-touch-icon.png', origin);
  return { '@type': 'Organization', name: siteName, url: `${origin}/`, logo: { '@type': 'ImageObject', url: logo } };
}

function toSearchAction(serviceId: string, origin: string) {
  const urlTemplate = `${origin}${searchPath(serviceId)}?q={search_term_string}`;
  return {
    '@type': 'SearchAction',
    target: { '@type': 'EntryPoint', urlTemplate },
    'query-input': 'required name=search_term_string',
  };
}

function toImage({ src, width, height }: PageImage, origin: string) {
  return { '@type': 'ImageObject', url: toAbsolute(src, origin), width, height };
}

/** Of an address that is absolute already, or from the root. */
function toAbsolute(address: string, origin: string): string {
  return URL.canParse(address) ? address : `${origin}${address}`;
}
