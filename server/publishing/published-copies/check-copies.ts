import type { FastifyInstance } from 'fastify';
import { feedPath, postPath, postsPath } from '#contract/page-paths.ts';
import { CopyPlace, type CopyState, type PublishedCopy } from '#contract/publishing.ts';
import type { Database } from '../../database/connect.ts';
import { requestInProcess } from '../../http/in-process-request.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { getPost, type WholePost } from '../../posts/post.repository.ts';
import { isVisible } from '../../posts/post-state.ts';
import { findSitemapPath } from '../../syndication/index.ts';
import { FETCH_LIMITS, type FetchLimits, fetchCopy } from './fetch-copy.ts';

export interface CopyTools {
  readonly app: FastifyInstance;
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly version: string;
  readonly config: { readonly publicUrl: string | undefined };
  readonly web?: { readonly ownRequestHeaders: Readonly<Record<string, string>> } | undefined;
  readonly fetchLimits?: FetchLimits | undefined;
}

/** Fetches every public address of a post as a reader would, and compares it with the answer of this process. */
export async function checkCopies(tools: CopyTools, serviceId: string, idOrSlug: string): Promise<PublishedCopy[]> {
  const { database, clock, config } = tools;
  const post = await getPost(database.reader, serviceId, idOrSlug);
  const origin = config.publicUrl === undefined ? ownOrigin(tools.app) : new URL(config.publicUrl).origin;
  if (origin === undefined) return [];
  const now = toInstant(clock.now());
  const paths = await pathsOf(tools, post, now);
  const checks = CopyPlace.options.map((place) =>
    checkCopy(tools, { place, path: paths[place], origin, post, isPublic: isVisible(post, now) }),
  );
  return (await Promise.all(checks)).flatMap((copy) => copy ?? []);
}

/** Takes the address from the socket: the header `Host` could name any server. */
function ownOrigin({ server }: FastifyInstance): string | undefined {
  const listening = server.address();
  if (listening === null || typeof listening === 'string') return undefined;
  const { address, port } = listening;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

async function pathsOf(
  { database }: CopyTools,
  post: WholePost,
  now: string,
): Promise<Readonly<Record<CopyPlace, string>>> {
  const { serviceId, postId, slug } = post;
  const listedAt = post.effectiveAt ?? post.publishAt ?? post.createdAt;
  return {
    page: postPath(serviceId, slug),
    list: postsPath(serviceId),
    api: `/api${postPath(serviceId, slug)}`,
    feed: feedPath(postsPath(serviceId)),
    sitemap: await findSitemapPath(database.reader, { serviceId, postId, listedAt, now }),
  };
}

interface Check {
  readonly place: CopyPlace;
  readonly path: string;
  readonly origin: string;
  readonly post: WholePost;
  readonly isPublic: boolean;
}

/** Returns undefined for a place that this site does not have. */
async function checkCopy(
  { app, web, version, fetchLimits = FETCH_LIMITS }: CopyTools,
  { place, path, origin, post, isPublic }: Check,
): Promise<PublishedCopy | undefined> {
  const headers = { 'accept-language': 'en', 'user-agent': `Kawaraban/${version} (published copies)` };
  const own = await requestInProcess(app, {
    url: path,
    headers: { ...headers, host: new URL(origin).host, ...web?.ownRequestHeaders },
  });
  // An unpublished post has no page, which redirects to an error page; the last one of its part no sitemap either.
  const mayBeMissing = !isPublic && place !== 'list' && place !== 'feed';
  if (own.status !== 200 && !mayBeMissing) return undefined;
  const url = `${origin}${path}`;
  const { text, ...fetched } = await fetchCopy(url, headers, fetchLimits);
  const expected = own.status === 200 ? readMarker[place](own.body.toString(), post) : undefined;
  const found = fetched.status === 200 ? readMarker[place](text, post) : undefined;
  return { place, url, ...fetched, state: fetched.error === null ? stateOf(expected, found) : 'unreachable' };
}

function stateOf(expected: string | undefined, found: string | undefined): CopyState {
  if (found === expected) return expected === undefined ? 'absent' : 'current';
  if (expected === undefined) return 'remains';
  return found === undefined ? 'missing' : 'stale';
}

interface MarkedPost {
  readonly serviceId: string;
  readonly postId: string;
  readonly slug: string;
}

type ReadMarker = (text: string, post: MarkedPost) => string | undefined;

/**
 * Extracts what identifies the shown version of a post; undefined when the text does not show the post. Markers do not
 * change when a CDN removes white space, comments or quotes.
 */
export const readMarker: Readonly<Record<CopyPlace, ReadMarker>> = {
  page: (html) => {
    const times = Array.from(html.matchAll(POST_TIME), ([tag]) => CONTENT.exec(tag)?.[1]);
    return times.length > 0 ? times.join(' ') : undefined;
  },
  list: (html, { serviceId, slug }) => {
    const link = new RegExp(`href=["']?${postPath(serviceId, slug)}["'\\s>]`);
    const item = partsOf(html, 'article').find((part) => link.test(part));
    return item && lettersOf(item);
  },
  api: (json, { postId }) => {
    const post = Object(parseJson(json));
    return post.postId === postId ? JSON.stringify(post) : undefined;
  },
  feed: (xml, { postId }) =>
    withoutBlanks(partsOf(xml, 'item').find((part) => part.includes(`urn:kawaraban:${postId}<`))),
  sitemap: (xml, { serviceId, slug }) =>
    withoutBlanks(partsOf(xml, 'url').find((part) => part.includes(`${postPath(serviceId, slug)}</loc>`))),
};

const POST_TIME = /<meta\b[^<>]{0,300}\b(?:article:published|article:modified|og:updated)_time\b[^<>]{0,300}>/gi;
const CONTENT = /\bcontent=["']?([^"'\s>/]+)/i;

/** Returns the contents of all elements of this name, which must not be nested. */
function partsOf(text: string, name: string): string[] {
  const [, ...parts] = text.split(new RegExp(`<${name}(?:\\s[^<>]*)?>`));
  return parts.map((part) => part.split(`</${name}>`, 1)[0] ?? '');
}

const TIMES = /<time\b[^<>]*>[^<>]*<\/time>/g;
const HIDDEN_WORDS = /<span\b[^<>]*\bsr-only\b[^<>]*>[^<>]*<\/span>/g;
const TAGS_AND_ENTITIES = /<[^<>]*>|&#?\w{1,10};/g;
const OTHER_CHARACTERS = /[^\p{L}\p{N}]+/gu;

/** Leaves out dates, durations and hidden words, which are written in the language of the reader. */
function lettersOf(html: string): string {
  return html.replace(TIMES, '').replace(HIDDEN_WORDS, '').replace(TAGS_AND_ENTITIES, '').replace(OTHER_CHARACTERS, '');
}

function withoutBlanks(part: string | undefined): string | undefined {
  return part?.replace(/\s+/g, '');
}
