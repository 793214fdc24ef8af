import { knownQueryNames } from '#contract/api.ts';
import { categoryApi } from '#contract/categories.ts';
import { commentApi } from '#contract/comments.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { FEEDS } from '#contract/feeds.ts';
import { Order } from '#contract/paging.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { postSearchApi } from '#contract/post-search.ts';
import { postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { siteConfigApi } from '#contract/site-config.ts';
import { tagApi } from '#contract/tags.ts';
import { VoteType, voteApi } from '#contract/votes.ts';
import type { ShownTalk } from './talk-board.ts';

/** An address whose answer may be kept, in the one spelling under which it is kept. */
export interface KeptAddress {
  /** Path and query; parameters that mean nothing here are left out, the others are in order. */
  readonly url: string;
  /** The service that the answer is made from; without one it is made from all of them. */
  readonly serviceId: string | undefined;
  readonly kind: KeptKind;
  /** The pattern that it follows, of which there are few. */
  readonly route: string;
  /** The talk that the answer shows beside it. */
  readonly talk?: ShownTalk | undefined;
}

/** What it depends on beside its address: a call on nothing, a file on the host, a page on the reader's language, too. */
export type KeptKind = 'call' | 'file' | 'page';

/**
 * Public calls that say nothing but what the revision of a service covers, and that of a talk where they name a content.
 * A call that is not listed here is never kept. The first that fits is taken, so that literal paths stand before those
 * that would take them for a name.
 */
const keptEndpoints: readonly Endpoint[] = [
  commentApi.list,
  voteApi.find,
  postGroupApi.list,
  postGroupApi.find,
  postSearchApi.search,
  postApi.find,
  postApi.adjacent,
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

/** The query parameters that a page reads, each with the values that it takes; others are not kept. */
type PageQuery = Readonly<Record<string, RegExp>>;

const ANY = /^/;
/** By what pages of a list are turned, on and back. */
const turned: PageQuery = { pageToken: ANY, before: ANY };
/** The page of a post: which of its comments it shows, and what it says to whoever has just voted without a script. */
const talked: PageQuery = {
  comments: ANY,
  order: new RegExp(`^(?:${Order.options.join('|')})$`),
  voted: new RegExp(`^(?:${[...VoteType.options, 'none'].join('|')})$`),
};

/** Public pages. */
const keptPages: Readonly<Record<string, PageQuery>> = {
  '/': {},
  '/about': {},
  '/services': { pageToken: ANY },
  '/site.webmanifest': {},
  '/posts/:serviceId': turned,
  '/posts/:serviceId/tags': turned,
  '/posts/:serviceId/groups': turned,
  '/posts/:serviceId/search': { q: ANY, pageToken: ANY },
  '/posts/:serviceId/:slug': talked,
  '/posts/:serviceId/categories/:categorySlug': turned,
  '/posts/:serviceId/tags/:label': turned,
  '/posts/:serviceId/groups/:groupSlug': turned,
};

/** What programs read and that holds whole addresses. No post has a dot in its slug. */
const keptFiles: readonly string[] = [
  ...['', '/categories/:categorySlug', '/tags/:label', '/groups/:groupSlug'].flatMap((list) =>
    FEEDS.map(({ file }) => `/posts/:serviceId${list}/${file}`),
  ),
  '/sitemap.xml',
  '/sitemap-site.xml',
  ...['pages', 'posts', 'posts-:postId', 'tags', 'tags-:tagId'].map((part) => `/posts/:serviceId/sitemap-${part}.xml`),
  '/robots.txt',
];

interface Pattern {
  readonly route: string;
  readonly path: RegExp;
  readonly kind: KeptKind;
  readonly ownNames: PageQuery;
  /** Names that are accepted and mean nothing. */
  readonly idleNames: ReadonlySet<string>;
}

/** What opens one post to whoever holds it. */
const SECRET_NAME = 'token';
const NOTHING: ReadonlySet<string> = new Set();

/** A part of a path in a spelling that no parser reads in another way; `.` and `..` would be taken as directions. */
const PART = String.raw`(?!(?:[.]|%2[Ee]){1,2}(?:/|$))(?:[\w.~!$'()*+,;=:@-]|%[\dA-Fa-f]{2})+`;

/** Parts that say what the answer is made from. What leads from page to page asks for the data of a post's page. */
const NAMED_PARTS: Readonly<Record<string, string>> = {
  ':serviceId': '(?<serviceId>[0-9a-z-]{1,128})',
  ':contentId': '(?<contentId>[0-9a-z_-]{4,64})',
  ':slug': String.raw`(?<slug>[\w-]{1,128})(?:[.]data)?`,
};

/** Calls whose literal paths the names in others would take for a content. */
const unkeptPaths: readonly RegExp[] = [commentApi.counts, voteApi.own].map(({ path }) => toPattern(`/api${path}`));

const patterns: readonly Pattern[] = [
  ...keptEndpoints.map(({ path, method, access, query }) => {
    if (method !== 'GET' || access.level !== 'public') throw new Error(`${method} ${path} is not for everybody`);
    const ownNames = Object.fromEntries(Object.keys(query?.shape ?? {}).map((name) => [name, ANY]));
    return { ...patternOf(`/api${path}`), kind: 'call' as const, ownNames, idleNames: knownQueryNames };
  }),
  // Before the pages, which take any name for a slug.
  ...keptFiles.map((path) => ({
    ...patternOf(path),
    ...{ kind: 'file' as const, ownNames: {}, idleNames: NOTHING },
  })),
  ...Object.entries(keptPages).map(([path, ownNames]) => {
    return { ...patternOf(path), kind: 'page' as const, ownNames, idleNames: NOTHING };
  }),
];

function patternOf(route: string): Pick<Pattern, 'route' | 'path'> {
  return { route, path: toPattern(route) };
}

function toPattern(path: string): RegExp {
  const source = path.replaceAll('.', '[.]').replace(/:\w+/g, (name) => NAMED_PARTS[name] ?? PART);
  return new RegExp(`^${source}$`);
}

const MAX_URL = 2000;

/** The address behind a request's target, if what is found there may be kept. */
export function findKeptAddress(target: string): KeptAddress | undefined {
  if (target.length > MAX_URL) return undefined;
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  if (unkeptPaths.some((unkept) => unkept.test(path))) return undefined;
  for (const pattern of patterns) {
    const match = pattern.path.exec(path);
    if (!match) continue;
    const query = at < 0 ? '' : normaliseQuery(target.slice(at + 1), pattern);
    if (query === undefined) return undefined;
    const { kind, route } = pattern;
    return { url: query ? `${path}?${query}` : path, kind, route, ...madeFrom(match.groups, pattern) };
  }
  return undefined;
}

function madeFrom(
  { serviceId, contentId, slug }: Record<string, string | undefined> = {},
  { kind }: Pattern,
): Pick<KeptAddress, 'serviceId' | 'talk'> {
  if (serviceId === undefined) return { serviceId };
  if (contentId !== undefined) return { serviceId, talk: { serviceId, contentId } };
  // Calls of a post say nothing of what is said about it.
  return slug === undefined || kind !== 'page' ? { serviceId } : { serviceId, talk: { serviceId, slug } };
}

const VALUE = /^(?:[\w.~!*()+,:=/-]|%[\dA-Fa-f]{2})*$/;

/** `undefined` for what is refused, secret, said twice, or not spelt plainly. */
function normaliseQuery(query: string, { ownNames, idleNames }: Pattern): string | undefined {
  const seen = new Set<string>();
  const own: string[] = [];
  for (const pair of query.split('&')) {
    const [name = '', ...rest] = pair.split('=');
    if (name === SECRET_NAME || seen.has(name) || !VALUE.test(rest.join('='))) return undefined;
    seen.add(name);
    // A reader may spell the name of what every object has.
    if (Object.hasOwn(ownNames, name) && ownNames[name]?.test(rest.join('='))) own.push(pair);
    else if (!idleNames.has(name)) return undefined;
  }
  return own.sort().join('&');
}
