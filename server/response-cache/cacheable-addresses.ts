import { knownQueryNames } from '#contract/api.ts';
import { categoryApi } from '#contract/categories.ts';
import { commentApi } from '#contract/comments.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { FEEDS } from '#contract/page-paths.ts';
import { Order } from '#contract/paging.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { postSearchApi } from '#contract/post-search.ts';
import { postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { siteConfigApi } from '#contract/site-config.ts';
import { tagApi } from '#contract/tags.ts';
import { VoteType, voteApi } from '#contract/votes.ts';
import type { ShownThread } from './thread-versions.ts';

export interface CacheableAddress {
  /** Path and query, with parameters sorted and ignored ones removed. */
  readonly url: string;
  readonly serviceId: string | undefined;
  readonly kind: CacheableKind;
  readonly route: string;
  /** Slug, for a response that changes with this post and with what all pages of posts have in common. */
  readonly post?: string | undefined;
  readonly thread?: ShownThread | undefined;
}

/** Further parts of the cache key: none for API calls, the host for files, host and language for pages. */
export type CacheableKind = 'call' | 'file' | 'page';

/**
 * Public endpoints whose response depends only on the revisions of a service and a comment thread. Others are never
 * cached. The first match counts, so literal paths precede patterns.
 */
const cacheableEndpoints: readonly Endpoint[] = [
  commentApi.list,
  voteApi.find,
  postGroupApi.list,
  postGroupApi.find,
  postSearchApi.search,
  postSearchApi.languages,
  postApi.find,
  postApi.adjacent,
  postApi.related,
  postApi.list,
  categoryApi.list,
  categoryApi.find,
  categoryApi.children,
  tagApi.list,
  tagApi.find,
  serviceApi.list,
  serviceApi.find,
  siteConfigApi.read,
];

/** Query parameters with their valid values. Requests with others are not cached. */
type PageQuery = Readonly<Record<string, RegExp>>;

const ANY = /^/;
const pagingQuery: PageQuery = { pageToken: ANY, before: ANY };
const threadQuery: PageQuery = {
  comments: ANY,
  order: new RegExp(`^(?:${Order.options.join('|')})$`),
  voted: new RegExp(`^(?:${[...VoteType.options, 'none'].join('|')})$`),
};

const cacheablePages: Readonly<Record<string, PageQuery>> = {
  '/': {},
  '/about': {},
  '/services': { pageToken: ANY },
  '/site.webmanifest': {},
  '/posts/:serviceId': pagingQuery,
  '/posts/:serviceId/tags': pagingQuery,
  '/posts/:serviceId/groups': pagingQuery,
  '/posts/:serviceId/search': { q: ANY, category: ANY, tag: ANY, language: ANY, year: ANY, pageToken: ANY },
  '/posts/:serviceId/:slug': threadQuery,
  '/posts/:serviceId/categories/:categorySlug': pagingQuery,
  '/posts/:serviceId/tags/:label': pagingQuery,
  '/posts/:serviceId/groups/:groupSlug': pagingQuery,
};

/** Feeds, sitemaps and lists for programs, which contain absolute URLs. Slugs contain no dot, so they cannot collide. */
const cacheableFiles: readonly string[] = [
  ...['', '/categories/:categorySlug', '/tags/:label', '/groups/:groupSlug'].flatMap((list) =>
    FEEDS.map(({ file }) => `/posts/:serviceId${list}/${file}`),
  ),
  '/sitemap.xml',
  '/sitemap-site.xml',
  ...['pages', 'posts', 'posts-:postId', 'tags', 'tags-:tagId'].map((part) => `/posts/:serviceId/sitemap-${part}.xml`),
  '/robots.txt',
  '/llms.txt',
];

interface Pattern {
  readonly route: string;
  readonly path: RegExp;
  readonly kind: CacheableKind;
  readonly parameters: PageQuery;
  readonly ignoredNames: ReadonlySet<string>;
}

const SECRET_NAME = 'token';
const NO_NAMES: ReadonlySet<string> = new Set();

/** Path segment that every URL parser reads the same. Excludes `.` and `..`. */
const PART = String.raw`(?!(?:[.]|%2[Ee]){1,2}(?:/|$))(?:[\w.~!$'()*+,;=:@-]|%[\dA-Fa-f]{2})+`;

/**
 * Segments that determine what the response depends on. `.data` is the client-side navigation request of a post page.
 */
const NAMED_PARTS: Readonly<Record<string, string>> = {
  ':serviceId': '(?<serviceId>[0-9a-z-]{1,128})',
  ':contentId': '(?<contentId>[0-9a-z_-]{4,64})',
  ':slug': String.raw`(?<slug>[\w-]{1,128})(?:[.]data)?`,
};

const uncacheablePaths: readonly RegExp[] = [commentApi.counts, voteApi.own].map(({ path }) =>
  toPattern(`/api${path}`),
);

const patterns: readonly Pattern[] = [
  ...cacheableEndpoints.map(({ path, method, access, query }) => {
    if (method !== 'GET' || access.level !== 'public') throw new Error(`${method} ${path} is not public`);
    const parameters = Object.fromEntries(Object.keys(query?.shape ?? {}).map((name) => [name, ANY]));
    return { ...patternOf(`/api${path}`), kind: 'call' as const, parameters, ignoredNames: knownQueryNames };
  }),
  // Files precede pages, whose `:slug` would match them.
  ...cacheableFiles.map((path) => ({
    ...patternOf(path),
    kind: 'file' as const,
    parameters: {},
    ignoredNames: NO_NAMES,
  })),
  ...Object.entries(cacheablePages).map(([path, parameters]) => {
    return { ...patternOf(path), kind: 'page' as const, parameters, ignoredNames: NO_NAMES };
  }),
];

function patternOf(route: string): Pick<Pattern, 'route' | 'path'> {
  return { route, path: toPattern(route) };
}

function toPattern(path: string): RegExp {
  const source = path.replaceAll('.', '[.]').replace(/:\w+/g, (name) => NAMED_PARTS[name] ?? PART);
  return new RegExp(`^${source}$`);
}

/** The page of a post, and the API calls that return it and its neighbors. */
const OF_ONE_POST = /^(?:\/api)?\/posts\/:serviceId\/:slug(?:\/adjacent)?$/;

const MAX_URL = 2000;

export function findCacheableAddress(target: string): CacheableAddress | undefined {
  if (target.length > MAX_URL) return undefined;
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  if (uncacheablePaths.some((uncacheable) => uncacheable.test(path))) return undefined;
  for (const pattern of patterns) {
    const match = pattern.path.exec(path);
    if (!match) continue;
    const query = at < 0 ? '' : normalizeQuery(target.slice(at + 1), pattern);
    if (query === undefined) return undefined;
    const { kind, route } = pattern;
    return { url: query ? `${path}?${query}` : path, kind, route, ...dependenciesOf(match.groups, pattern) };
  }
  return undefined;
}

function dependenciesOf(
  { serviceId, contentId, slug }: Record<string, string | undefined> = {},
  { kind, route }: Pattern,
): Pick<CacheableAddress, 'serviceId' | 'post' | 'thread'> {
  if (serviceId === undefined) return { serviceId };
  if (contentId !== undefined) return { serviceId, thread: { serviceId, contentId } };
  if (slug === undefined || !OF_ONE_POST.test(route)) return { serviceId };
  // API calls of posts do not contain comments.
  return { serviceId, post: slug, ...(kind === 'page' && { thread: { serviceId, slug } }) };
}

const VALUE = /^(?:[\w.~!*()+,:=/-]|%[\dA-Fa-f]{2})*$/;

/** Returns undefined for unknown, secret, repeated or unusually encoded parameters. */
function normalizeQuery(query: string, { parameters, ignoredNames }: Pattern): string | undefined {
  const seen = new Set<string>();
  const own: string[] = [];
  for (const pair of query.split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (name === SECRET_NAME || seen.has(name) || !VALUE.test(rest.join('='))) return undefined;
    seen.add(name);
    // The name may be that of an Object.prototype property.
    if (Object.hasOwn(parameters, name) && parameters[name]?.test(rest.join('='))) own.push(pair);
    else if (!ignoredNames.has(name)) return undefined;
  }
  return own.sort().join('&');
}
