import { knownQueryNames } from '#contract/api.ts';
import { categoryApi } from '#contract/categories.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { postGroupApi } from '#contract/post-groups.ts';
import { postApi } from '#contract/posts.ts';
import { serviceApi } from '#contract/services.ts';
import { siteConfigApi } from '#contract/site-config.ts';
import { tagApi } from '#contract/tags.ts';

/** An address whose answer may be kept, in the one spelling under which it is kept. */
export interface KeptAddress {
  /** Path and query; parameters that mean nothing here are left out, the others are in order. */
  readonly url: string;
  /** The service that the answer is made from; without one it is made from all of them. */
  readonly serviceId: string | undefined;
  /** Pages also depend on the reader's language and on the host. */
  readonly isPage: boolean;
}

/**
 * Public calls that say nothing but what the revision of a service covers.
 * A call that is not listed here is never kept. The first that fits is taken, so that literal paths stand before those
 * that would take them for a name.
 */
const keptEndpoints: readonly Endpoint[] = [
  postGroupApi.list,
  postGroupApi.find,
  postApi.find,
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

/** Public pages, each with the query parameters that it reads. */
const keptPages: Readonly<Record<string, readonly string[]>> = {
  '/': [],
  '/about': [],
  '/posts/:serviceId': ['pageToken'],
  '/posts/:serviceId/:slug': [],
  '/posts/:serviceId/categories/:categorySlug': ['pageToken'],
  '/posts/:serviceId/tags/:label': ['pageToken'],
};

interface Pattern {
  readonly path: RegExp;
  readonly isPage: boolean;
  readonly ownNames: ReadonlySet<string>;
  /** Names that are accepted and mean nothing. */
  readonly idleNames: ReadonlySet<string>;
}

/** What opens one post to whoever holds it. */
const SECRET_NAME = 'token';
const NOTHING: ReadonlySet<string> = new Set();

/** A part of a path in a spelling that no parser reads in another way; `.` and `..` would be taken as directions. */
const PART = String.raw`(?!(?:[.]|%2[Ee]){1,2}(?:/|$))(?:[\w.~!$'()*+,;=:@-]|%[\dA-Fa-f]{2})+`;

const patterns: readonly Pattern[] = [
  ...keptEndpoints.map(({ path, method, access, query }) => {
    if (method !== 'GET' || access.level !== 'public') throw new Error(`${method} ${path} is not for everybody`);
    const ownNames = new Set(Object.keys(query?.shape ?? {}));
    return { path: toPattern(`/api${path}`), isPage: false, ownNames, idleNames: knownQueryNames };
  }),
  ...Object.entries(keptPages).map(([path, names]) => {
    return { path: toPattern(path), isPage: true, ownNames: new Set(names), idleNames: NOTHING };
  }),
];

function toPattern(path: string): RegExp {
  const source = path.replace(/:\w+/g, (name) => (name === ':serviceId' ? '(?<serviceId>[0-9a-z-]{1,128})' : PART));
  return new RegExp(`^${source}$`);
}

const MAX_URL = 2000;

/** The address behind a request's target, if what is found there may be kept. */
export function findKeptAddress(target: string): KeptAddress | undefined {
  if (target.length > MAX_URL) return undefined;
  const at = target.indexOf('?');
  const path = at < 0 ? target : target.slice(0, at);
  for (const pattern of patterns) {
    const match = pattern.path.exec(path);
    if (!match) continue;
    const query = at < 0 ? '' : normaliseQuery(target.slice(at + 1), pattern);
    if (query === undefined) return undefined;
    return { url: query ? `${path}?${query}` : path, serviceId: match.groups?.serviceId, isPage: pattern.isPage };
  }
  return undefined;
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
    if (ownNames.has(name)) own.push(pair);
    else if (!idleNames.has(name)) return undefined;
  }
  return own.sort().join('&');
}
