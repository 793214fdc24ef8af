import { type Category, ROOT_CATEGORY } from '#contract/categories.ts';
import { pictureOfSide } from '#contract/image-variants.ts';
import { categoryPath, groupPath, postPath, postsPath, tagPath } from '#contract/page-paths.ts';
import type { PublicPost } from '#contract/posts.ts';
import { type Language, siteLanguageOf } from '#contract/site-config.ts';
import { descendantsOf, listCategories } from '../../categories/index.ts';
import type { Database } from '../../database/connect.ts';
import { notFound } from '../../http/errors.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { languageOf } from '../../platform/written-language.ts';
import { findGroup } from '../../post-groups/index.ts';
import { listNewestPostsOfGroup, listPublishedPosts, toPublicPosts } from '../../posts/index.ts';
import { findServiceDetail } from '../../services/index.ts';
import { findTag } from '../../tags/index.ts';
import type { Feed, FeedEntry } from './feed.ts';

/** Matches elements as the renderer writes them: attribute values are quoted, and `<` in text is escaped. */
const TAG = /<([a-z][a-z0-9]*)((?: [^\s"=<>/]+(?:="[^"]*")?)+)>/g;
const ATTRIBUTE = / ([^\s"=<>/]+)="([^"]*)"/g;
const ADDRESSES: ReadonlySet<string> = new Set(['href', 'src', 'srcset', 'poster', 'cite']);
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Placeholder of an image, as `enrichMedia` writes it. Feed readers drop it or show it as text. */
const PLACEHOLDER = /(?:; )?background: url\(data:[^)]*\)[^;"]*/;

/** Makes addresses absolute and removes images that are part of the text as `data:` URLs. */
export function toFeedHtml(html: string, pageUrl: string): string {
  return html.replace(TAG, (_tag, name: string, attributes: string) => {
    const whole = attributes.replace(ATTRIBUTE, (attribute, key: string, value: string) => {
      if (key === 'style') return attribute.replace(PLACEHOLDER, '').replace(' style=""', '');
      if (!ADDRESSES.has(key)) return attribute;
      const address = key === 'srcset' ? toAbsoluteSet(value, pageUrl) : toAbsolute(value, pageUrl);
      return ` ${key}="${address}"`;
    });
    return `<${name}${whole}>`;
  });
}

function toAbsolute(address: string, pageUrl: string): string {
  return HAS_SCHEME.test(address) || !URL.canParse(address, pageUrl) ? address : new URL(address, pageUrl).href;
}

function toAbsoluteSet(candidates: string, pageUrl: string): string {
  return candidates
    .split(/,\s+/)
    .map((candidate) => {
      const [address = '', ...width] = candidate.trim().split(/\s+/);
      return [toAbsolute(address, pageUrl), ...width].join(' ');
    })
    .join(', ');
}

function commonLanguage(languages: readonly (string | undefined)[]): Language | undefined {
  const primary = languages.map(siteLanguageOf);
  const japanese = primary.filter((language) => language === 'ja').length;
  const english = primary.filter((language) => language === 'en').length;
  if (japanese + english === 0) return undefined;
  return japanese > english ? 'ja' : 'en';
}

export interface FeedTools {
  readonly database: Database;
  readonly clock: Clock;
  readonly mediaUrl: string;
}

export interface FeedList {
  readonly serviceId: string;
  readonly category?: string;
  readonly tag?: string;
  readonly group?: string;
}

const MAX_ENTRIES = 20;
/** Total bytes of content, so that the response is cacheable. Entries beyond it have a summary only. */
const MAX_CONTENT = 700_000;

export async function loadFeed(tools: FeedTools, list: FeedList, origin: string): Promise<Omit<Feed, 'selfUrl'>> {
  const { database, clock, mediaUrl } = tools;
  const { reader } = database;
  const { serviceId } = list;
  const service = await findServiceDetail(reader, serviceId);
  if (!service) throw notFound();
  const options: Options = { ...OPTIONS, serviceId, now: toInstant(clock.now()) };
  const { label, path, posts } = await loadList(tools, list, options);
  const shown = await toPublicPosts(reader, posts, { ...options, mediaUrl });
  const loaded = shown.map((post, index) => toEntry(post, posts[index]?.categoryLabel ?? '', origin));
  const entries = upToSize(loaded.toSorted(newestFirst));
  const { siteDescription, siteLogoUrl } = service.configs;
  return {
    title: label === undefined ? service.label : `${label} – ${service.label}`,
    description: siteDescription,
    pageUrl: `${origin}${path}`,
    serviceName: service.label,
    serviceUrl: `${origin}${postsPath(serviceId)}`,
    logoUrl: siteLogoUrl ? toAbsolute(siteLogoUrl, origin) : undefined,
    language: commonLanguage(entries.map(({ language }) => language)),
    updatedAt: latestOf(entries) ?? service.updatedAt ?? service.createdAt,
    entries,
  };
}

const OPTIONS = { order: 'desc', limit: MAX_ENTRIES + 1, withBody: true, withTags: true } as const;
type Options = typeof OPTIONS & { readonly serviceId: string; readonly now: string };

interface LoadedList {
  readonly posts: Parameters<typeof toPublicPosts>[1];
  readonly label?: string;
  readonly path: string;
}

async function loadList({ database: { reader } }: FeedTools, list: FeedList, options: Options): Promise<LoadedList> {
  const { serviceId, category: categorySlug, tag: tagLabel, group: groupSlug } = list;
  if (categorySlug !== undefined) {
    const all = await listCategories(reader, serviceId);
    const category = all.find(({ slug }) => slug === categorySlug) ?? missing();
    const categoryIds = idsWithin(category, all);
    const { posts } = await listPublishedPosts(reader, { ...options, ...(categoryIds && { categoryIds }) });
    return { label: category.label, path: categoryPath(serviceId, category.slug), posts };
  }
  if (tagLabel !== undefined) {
    const { tagId, label } = (await findTag(reader, serviceId, tagLabel)) ?? missing();
    const { posts } = await listPublishedPosts(reader, { ...options, tagId });
    return { label, path: tagPath(serviceId, label), posts };
  }
  if (groupSlug !== undefined) {
    const { groupId, label, slug } = (await findGroup(reader, serviceId, groupSlug)) ?? missing();
    const { posts } = await listNewestPostsOfGroup(reader, { ...options, groupId });
    return { label, path: groupPath(serviceId, slug), posts };
  }
  const { posts } = await listPublishedPosts(reader, options);
  return { path: postsPath(serviceId), posts };
}

/** The root category includes posts without a category, so it is not filtered. */
function idsWithin(category: Category, all: readonly Category[]): readonly number[] | undefined {
  return category.slug === ROOT_CATEGORY ? undefined : [category, ...descendantsOf(category, all)].map(({ id }) => id);
}

function missing(): never {
  throw notFound();
}

function toEntry(post: PublicPost, categoryLabel: string, origin: string): FeedEntry {
  const { postId, serviceId, slug, title, author = '', bodyHtml, thumbnail, tags = [] } = post;
  const url = `${origin}${postPath(serviceId, slug)}`;
  const summary = post.description ?? post.excerpt ?? '';
  const publishedAt = post.publishAt ?? post.createdAt;
  const { textUpdatedAt = publishedAt } = post;
  const labels = new Set([categoryLabel, ...tags.map(({ label }) => label)]);
  return {
    id: `urn:kawaraban:${postId}`,
    url,
    title,
    summary,
    author,
    publishedAt,
    html: bodyHtml && toFeedHtml(bodyHtml, url),
    language: languageOf(post),
    updatedAt: textUpdatedAt > publishedAt ? textUpdatedAt : publishedAt,
    labels: [...labels].filter((label) => label !== ''),
    picture: thumbnail && toPicture(thumbnail, url),
  };
}

const THUMBNAIL_SIDE = 400;

function toPicture({ src, mimeType, size, ...file }: NonNullable<PublicPost['thumbnail']>, pageUrl: string) {
  if (src === undefined || size === undefined) return undefined;
  const { width, height, variants } = file;
  const isImage = width !== undefined && height !== undefined;
  const small = isImage ? pictureOfSide({ src, width, height, variants }, THUMBNAIL_SIDE) : undefined;
  const thumbnail = small && { url: toAbsolute(small.src, pageUrl), width: small.width, height: small.height };
  return { url: toAbsolute(src, pageUrl), mimeType, size, width, height, thumbnail };
}

/** Skips single contents that are too long, leaving space for later entries. */
function upToSize(entries: readonly FeedEntry[]): FeedEntry[] {
  let room = MAX_CONTENT;
  return entries.map((entry) => {
    const size = Buffer.byteLength(entry.html ?? '');
    if (size > room) return { ...entry, html: undefined };
    room -= size;
    return entry;
  });
}

function newestFirst(one: FeedEntry, other: FeedEntry): number {
  return other.publishedAt.localeCompare(one.publishedAt);
}

function latestOf(entries: readonly FeedEntry[]): string | undefined {
  return entries
    .map(({ updatedAt }) => updatedAt)
    .toSorted()
    .at(-1);
}
