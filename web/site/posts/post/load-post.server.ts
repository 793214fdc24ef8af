import { domainToUnicode } from 'node:url';
import type { RouterContextProvider } from 'react-router';
import type { Call } from '#contract/api-client.ts';
import { CARD_SIZE, cardPath, cardVersion } from '#contract/cards.ts';
import { pictureOfSide } from '#contract/image-variants.ts';
import { type GroupOfPost, type PostHeading, type PostLink, type PublicPost, postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { type Language, siteLanguageOf } from '#contract/site-config.ts';
import { pageCall, partCall } from '../../../api/page-api.server.ts';
import { contentLanguage } from '../../../i18n/content-language.ts';
import type { PageImage } from '../../ui/page-head.tsx';
import { loadThread } from '../comments/load-comments.server.ts';
import { toShownTranslation } from '../post-languages.tsx';
import { isImage, toPostMedia, wordingFor } from '../post-media.ts';
import { type CategoryLink, type PostSummary, toCategoryLink, toPostSummary } from '../post-summary.ts';
import { toReadingHtml } from './reading-html.server.ts';
import type { TocEntry } from './toc.tsx';

interface PostParams {
  readonly serviceId: string;
  readonly slug: string;
}

const MAX_SERIES = 3;

async function loadNeighbors(context: Readonly<RouterContextProvider>, params: PostParams) {
  const adjacent = await partCall(context, postApi.adjacent, { params, query: {} });
  return adjacent && { previous: adjacent.previous, next: adjacent.next };
}

async function loadSeries(
  context: Readonly<RouterContextProvider>,
  params: PostParams,
  groups: readonly GroupOfPost[],
) {
  const found = await Promise.all(
    groups
      .slice(0, MAX_SERIES)
      .map(({ slug }) => partCall(context, postApi.adjacent, { params, query: { group: slug } })),
  );
  const series = found.flatMap((adjacent) => {
    if (!adjacent?.group) return [];
    const { previous, next, group } = adjacent;
    return [{ previous, next, ...group }];
  });
  return { series, isSeriesIncomplete: found.includes(null) };
}

/** Without excerpts, authors and tags, so that a change of these does not change the pages of other posts. */
async function loadRelated(context: Readonly<RouterContextProvider>, params: PostParams) {
  const found = await partCall(context, postApi.related, { params, query: {} });
  if (!found) return found;
  return found.items.map((post): PostSummary => ({ ...toPostSummary(post), excerpt: '', authors: [], tags: [] }));
}

export type PostData = Awaited<ReturnType<typeof loadPost>>;

interface PostRequest {
  readonly serviceId: string;
  readonly slug: string;
  readonly token: string | undefined;
  readonly searchParams: URLSearchParams;
  readonly visitor: Call | undefined;
}

/** Accepts former slugs; a preview token also gives access to unpublished posts. */
export async function loadPost(
  context: Readonly<RouterContextProvider>,
  { token, searchParams, visitor, ...params }: PostRequest,
) {
  const [post, neighbors, related, service] = await Promise.all([
    pageCall(context)(postApi.find, { params, query: { token } }),
    loadNeighbors(context, params),
    loadRelated(context, params),
    partCall(context, serviceApi.find, { params }),
  ]);
  const { serviceId, slug, title, author = '', bodyHtml = '', bodyFormat, tags = [], links = [], status } = post;
  const { contentId } = post;
  const hasThread = service?.takesComments === true && status === 'published' && token === undefined;
  const [{ series, isSeriesIncomplete }, thread] = await Promise.all([
    loadSeries(context, { serviceId, slug }, post.groups ?? []),
    hasThread ? loadThread(context, { serviceId, contentId }, { searchParams, visitor }) : undefined,
  ]);
  const publishedAt = post.effectiveAt ?? post.publishAt ?? post.createdAt;
  const { language: chosen = contentLanguage(`${title} ${post.excerpt ?? post.bodyText ?? ''}`) } = post;
  const language = siteLanguageOf(chosen);
  return {
    serviceId,
    slug,
    contentId,
    thread,
    title,
    author,
    bodyFormat,
    language,
    /** Language tag chosen by an editor, or that among its translations. */
    languageTag: post.language,
    translations: (post.translations ?? []).map(toShownTranslation),
    series,
    neighbors: neighbors ?? { previous: null, next: null },
    related: related ?? [],
    isIncomplete: [neighbors, related, service, thread?.comments, thread?.votes].includes(null) || isSeriesIncomplete,
    bodyHtml: toReadingHtml(bodyHtml),
    description: post.description ?? post.excerpt ?? '',
    /** Description shown above the text; empty when the text begins with it. */
    lede: ledeOf(post),
    publishedAt,
    updatedAt: laterDay(post),
    /** Exact time for programs, while readers see `updatedAt`. Both count changes of title and body only. */
    modifiedAt: post.textUpdatedAt !== undefined && post.textUpdatedAt > publishedAt ? post.textUpdatedAt : undefined,
    /** Time of the last change of any kind, from which the console tells old copies of the page. */
    changedAt: post.updatedAt,
    readingSeconds: post.readingSeconds,
    toc: tocOf(post.headings, post.readingSeconds),
    categories: categoriesOf(post),
    tags: tags.map(({ label }) => label),
    media: toPostMedia(post),
    links: links.map(toShownLink),
    cover: status === 'published' ? coverOf(post, language) : undefined,
    hidden: status === 'published' ? undefined : status,
    isHiddenInList: post.isHiddenInList === true,
    isIndexed: post.noindex !== true,
    /** Set when the URL contains a preview token; such URLs are never indexed. */
    isPreview: token !== undefined,
  };
}

function toShownLink({ id, url, label = '' }: PostLink) {
  const host = URL.canParse(url) ? domainToUnicode(new URL(url).hostname).replace(/^www\./, '') : '';
  return { id, url, label, host };
}

function categoriesOf({ category }: PublicPost): CategoryLink[] {
  return category ? [...(category.parents ?? []), category].map(toCategoryLink) : [];
}

/** Smaller images are not suitable as a social image; a generated card is used instead. */
const MIN_COVER_WIDTH = 600;
const COVER_SIDE = 1200;

export function coverOf(post: PublicPost, language: Language = 'en'): PageImage {
  const { serviceId, slug, title, thumbnail } = post;
  if (thumbnail && isImage(thumbnail) && thumbnail.width >= MIN_COVER_WIDTH) {
    return { ...pictureOfSide(thumbnail, COVER_SIDE), alt: wordingFor(thumbnail.alt, language) };
  }
  return { src: cardPath({ serviceId, slug, version: cardVersion(post) }), ...CARD_SIZE, alt: title };
}

function laterDay({ publishAt, createdAt, textUpdatedAt }: PublicPost): string | undefined {
  const day = (instant: string) => instant.slice(0, 'yyyy-mm-dd'.length);
  return textUpdatedAt !== undefined && day(textUpdatedAt) > day(publishAt ?? createdAt) ? textUpdatedAt : undefined;
}

/** The description is left out when its first characters occur at the start of the text. */
const SEARCHED_CHARACTERS = 1000;
const COMPARED_CHARACTERS = 40;

export function ledeOf({ description = '', bodyText = '' }: Pick<PublicPost, 'description' | 'bodyText'>): string {
  const plain = (text: string) => text.replace(/\s+/g, '');
  const isRepeated = plain(bodyText.slice(0, SEARCHED_CHARACTERS)).includes(
    plain(description).slice(0, COMPARED_CHARACTERS),
  );
  return isRepeated ? '' : description;
}

const ENOUGH_ENTRIES = 3;
const MANY_HEADINGS = 5;
const LONG_READ_SECONDS = 180;

/** The heading of the footnotes is visually hidden. */
const OF_NOTES = /footnote-label$/;

/** Empty for short posts. Several `h1` headings are taken as sections, a single one as the title. */
export function tocOf(headings: readonly PostHeading[] = [], readingSeconds = 0): TocEntry[] {
  const parts = headings.filter(({ id }) => !OF_NOTES.test(id));
  const top = parts.filter(({ level }) => level === 1).length > 1 ? 1 : 2;
  const shown = parts.filter(({ level }) => level === top || level === top + 1);
  const isLongEnough = readingSeconds >= LONG_READ_SECONDS || shown.length >= MANY_HEADINGS;
  return isLongEnough && shown.length >= ENOUGH_ENTRIES ? nest(shown, top) : [];
}

function nest(headings: readonly PostHeading[], top: number): TocEntry[] {
  const entries: TocEntry[] = [];
  let open = entries;
  for (const { id, text, level } of headings) {
    const children: TocEntry[] = [];
    (level === top ? entries : open).push({ id, text, children });
    if (level === top) open = children;
  }
  return entries;
}
