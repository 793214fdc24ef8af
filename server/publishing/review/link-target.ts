import { decodeUri } from '../../platform/escaping.ts';

export type LinkTarget =
  | { readonly kind: 'fragment'; readonly id: string }
  | { readonly kind: 'service'; readonly serviceId: string }
  | { readonly kind: 'post'; readonly serviceId: string; readonly name: string }
  | { readonly kind: 'category' | 'tag' | 'group' | 'file'; readonly serviceId: string; readonly name: string };

export interface OwnAddresses {
  readonly serviceId: string;
  readonly origins: readonly string[];
  /** Absolute, or a path of the site. */
  readonly mediaUrl: string;
  /** Empty without an external front end. */
  readonly postPrefix: string;
}

const FILE = /^([^/]+)\/(?:images|docs)\/([0-9a-z]{26})[./]/;
const POSTS = /^\/posts\/([^/]+)(?:\/(?:(categories|tags|groups)\/)?([^/]+))?\/?$/;
const KINDS = { categories: 'category', tags: 'tag', groups: 'group' } as const;

const OWN_SCREENS = new Set(['tags', 'groups', 'search', 'categories', 'feed']);

/** Returns undefined for external links and for pages that always exist. */
export function toLinkTarget(href: string, own: OwnAddresses): LinkTarget | undefined {
  if (href.startsWith('#')) return href === '#' ? undefined : { kind: 'fragment', id: decodeUri(href.slice(1)) };
  // No valid address contains NUL, and PostgreSQL rejects it as a parameter.
  if (/%00|\0/.test(href)) return undefined;
  const slug = slugAfter(own.postPrefix, href);
  if (slug !== undefined) return { kind: 'post', serviceId: own.serviceId, name: slug };
  const file = fileOf(href, own);
  if (file) return file;
  const path = ownPath(href, own.origins);
  return path === undefined ? undefined : targetOfPath(path);
}

function slugAfter(prefix: string, href: string): string | undefined {
  if (prefix === '' || !href.startsWith(prefix)) return undefined;
  const slug = decodeUri(
    href
      .slice(prefix.length)
      .replace(/[?#].*$/, '')
      .replace(/^\/|\/$/g, ''),
  );
  return slug === '' || slug.includes('/') ? undefined : slug;
}

function fileOf(href: string, { mediaUrl, origins }: OwnAddresses): LinkTarget | undefined {
  const bases = [mediaUrl, '/media', ...origins.map((origin) => `${origin}/media`)];
  const base = bases.find((each) => href.startsWith(`${each}/`));
  const [, serviceId, name] = (base !== undefined && FILE.exec(href.slice(base.length + 1))) || [];
  return serviceId !== undefined && name !== undefined ? { kind: 'file', serviceId, name } : undefined;
}

function ownPath(href: string, origins: readonly string[]): string | undefined {
  if (href.startsWith('/') && !href.startsWith('//')) return href.replace(/[?#].*$/, '');
  const url = URL.canParse(href) ? new URL(href) : undefined;
  return url && origins.some((origin) => new URL(origin).host === url.host) ? url.pathname : undefined;
}

function targetOfPath(path: string): LinkTarget | undefined {
  const [, serviceId, folder, name] = POSTS.exec(path) ?? [];
  if (serviceId === undefined) return undefined;
  if (name === undefined) return { kind: 'service', serviceId };
  if (folder) return { kind: KINDS[folder as keyof typeof KINDS], serviceId, name: decodeUri(name) };
  return OWN_SCREENS.has(name) ? { kind: 'service', serviceId } : { kind: 'post', serviceId, name: decodeUri(name) };
}
