import type { Html, Nodes } from 'mdast';
import { visit } from 'unist-util-visit';
import { decodeUri } from '../platform/escaping.ts';
import { nameWithoutEnding } from './slug-and-date.ts';
import { applyEdits, type Edit, parseMarkdown, rangeOf } from './unwrap/markdown-map.ts';

export interface ResolvedLinks {
  readonly body: string;
  readonly toPosts: number;
  readonly left: number;
}

export interface LinkTargets {
  readonly base?: URL | undefined;
  readonly toPost?: ((address: string) => string | undefined) | undefined;
  readonly toFile?: ((address: string) => string | undefined) | undefined;
}

/** Without a base, relative links to other pages and images are only counted. */
export function resolveLinks(source: string, { base, toPost, toFile }: LinkTargets): ResolvedLinks {
  if (!MAY_HOLD_LINKS.test(source)) return { body: source, toPosts: 0, left: 0 };
  const edits: Edit[] = [];
  let toPosts = 0;
  let left = 0;
  const resolve: Resolve = (address) => {
    if (!isRelative(address)) return undefined;
    const file = toFile?.(address);
    if (file !== undefined) return file;
    const resolved = base && URL.canParse(address, base) ? new URL(address, base).href : undefined;
    if (resolved === undefined) left += 1;
    return resolved;
  };
  const resolveLink: Resolve = (address) => {
    const post = toPost?.(address);
    if (post === undefined) return resolve(address);
    toPosts += 1;
    return post;
  };
  const addressEdits = (node: Html): Edit[] => {
    const range = rangeOf(node);
    if (!range || node.value.startsWith('<!--')) return [];
    const text = source.slice(range.start, range.end).replace(TAG, (tag) =>
      tag.replace(ADDRESSES, (all, before: string, mark: string, value: string) => {
        const resolved = resolveAttribute(before, value, { resolve, resolveLink });
        return resolved ? `${before}${mark}${resolved}${mark}` : all;
      }),
    );
    return [{ ...range, text }];
  };
  visit(parseMarkdown(source), (node) => {
    if (node.type === 'html') edits.push(...addressEdits(node));
    if (node.type !== 'link' && node.type !== 'image' && node.type !== 'definition') return;
    const target = targetOf(source, node);
    const resolved = target && (node.type === 'image' ? resolve : resolveLink)(node.url);
    if (target && resolved !== undefined) edits.push({ ...target, text: resolved });
  });
  return { body: applyEdits(source, edits), toPosts, left };
}

const MAY_HOLD_LINKS = /\]\s*[(:]|(?:href|src|srcset|poster)\s*=/i;

export function listFileAddresses(source: string, { toPost }: LinkTargets): string[] {
  const addresses = new Set<string>();
  resolveLinks(source, {
    toPost,
    toFile: (address) => {
      addresses.add(address);
      return undefined;
    },
  });
  return [...addresses];
}

type Resolve = (address: string) => string | undefined;

function resolveAttribute(
  name: string,
  value: string,
  { resolve, resolveLink }: { resolve: Resolve; resolveLink: Resolve },
): string | undefined {
  if (/srcset/i.test(name)) return resolveSet(value, resolve);
  return /href/i.test(name) ? resolveLink(value) : resolve(value);
}

export function baseOf(path: string, linkBase: string): URL {
  const folders = path.split('/').slice(0, -1).map(encodeURIComponent);
  return new URL([...folders, ''].join('/'), linkBase.endsWith('/') ? linkBase : `${linkBase}/`);
}

const TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^<>"'])*>/gi;
const ADDRESSES = /(\s(?:href|src|srcset|poster)\s*=\s*)(["'])([^"']*)\2/gi;

function isRelative(address: string): boolean {
  return address !== '' && !/^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(address.trim());
}

function resolveSet(set: string, resolve: Resolve): string {
  return set
    .split(/,\s+/)
    .map((candidate) => candidate.replace(/^\s*\S+/, (url) => resolve(url) ?? url))
    .join(', ');
}

function targetOf(source: string, node: Extract<Nodes, { url: string }>): { start: number; end: number } | undefined {
  const range = rangeOf(node);
  if (!range) return undefined;
  const opening = node.type === 'definition' ? String.raw`\]:\s*<?` : String.raw`\]\(\s*<?`;
  const pattern = new RegExp(`${opening}(${RegExp.escape(node.url)})`, 'g');
  const last = [...source.slice(range.start, range.end).matchAll(pattern)].at(-1);
  if (!last) return undefined;
  const end = range.start + last.index + last[0].length;
  return { start: end - node.url.length, end };
}

export interface LinkablePost {
  readonly path: string;
  readonly slug: string;
  readonly former?: readonly string[];
}

export interface LinkPlaces {
  readonly serviceId: string;
  readonly linkBase?: string | undefined;
}

interface FormerAddress {
  readonly parts: readonly string[];
  readonly required: number;
  readonly slug: string;
}

export class LinkedPosts {
  readonly #slugs: ReadonlyMap<string, string>;
  readonly #byLastPart = new Map<string, FormerAddress[]>();
  readonly #places: LinkPlaces;

  constructor(posts: readonly LinkablePost[], places: LinkPlaces) {
    this.#places = places;
    this.#slugs = new Map(posts.map(({ path, slug }) => [path, slug]));
    for (const address of posts.flatMap(formerAddressesOf)) {
      const last = address.parts.at(-1) ?? '';
      this.#byLastPart.set(last, [...(this.#byLastPart.get(last) ?? []), address]);
    }
  }

  find(address: string, path: string): string | undefined {
    const slug = this.#slugOf(address.trim(), path);
    return slug && `/posts/${this.#places.serviceId}/${slug}${/[?#].*$/s.exec(address.trim())?.[0] ?? ''}`;
  }

  #slugOf(address: string, path: string): string | undefined {
    if (isRelativeFile(address)) return this.#slugs.get(partsOf(address, HERE + encodePath(path))?.join('/') ?? '');
    const base = address.startsWith('/') ? HERE : this.#places.linkBase;
    const parts = base && (address.startsWith('/') || /^https?:/i.test(address)) ? partsOf(address, base) : undefined;
    return parts && this.#byAddress(withoutEnding(parts));
  }

  #byAddress(parts: readonly string[]): string | undefined {
    const near = (this.#byLastPart.get(parts.at(-1) ?? '') ?? [])
      .map((known) => ({ ...known, shared: countShared(parts, known.parts) }))
      .filter(({ shared, required }) => shared >= required);
    const most = Math.max(...near.map(({ shared }) => shared));
    const [slug, ...others] = new Set(near.filter(({ shared }) => shared === most).map((known) => known.slug));
    return others.length === 0 ? slug : undefined;
  }
}

const HERE = 'https://folder.invalid/';

function isRelativeFile(address: string): boolean {
  return /^(?![a-z][a-z0-9+.-]*:|\/)[^?#]+\.(?:md|markdown|mdx)(?:[?#]|$)/i.test(address);
}

function partsOf(address: string, base: string): string[] | undefined {
  if (!URL.canParse(address, base)) return undefined;
  const { host, pathname } = new URL(address, base);
  const { host: ownHost, pathname: ownPath } = new URL(base);
  const root = base.startsWith(HERE) ? '/' : `${ownPath.replace(/\/+$/, '')}/`;
  if (host !== ownHost || !pathname.startsWith(root)) return undefined;
  return pathname
    .slice(root.length)
    .split('/')
    .filter(Boolean)
    .map((part) => decodeUri(part).normalize('NFC'));
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function withoutEnding(parts: readonly string[]): readonly string[] {
  const name = nameWithoutEnding(parts.at(-1) ?? '').replace(/\.html?$/i, '');
  const folders = parts.slice(0, -1);
  return /^(?:index|readme)$/i.test(name) ? folders : [...folders, name];
}

function formerAddressesOf({ path, slug, former = [] }: LinkablePost): FormerAddress[] {
  const parts = withoutEnding(path.split('/'));
  const folders = parts.slice(0, -1);
  const dated = /^(\d{4})-(\d{2})-(\d{2})[-_. ]?(.+)$/.exec(parts.at(-1) ?? '')?.slice(1);
  const given = former.map((address) => withoutEnding(partsOf(address, HERE) ?? []));
  return [parts, [...folders, slug], ...(dated ? [[...folders, ...dated]] : []), ...given]
    .filter((known) => known.length > 0)
    .map((known) => ({ parts: known, required: countRequired(known), slug }));
}

/** Date folders distinguish posts of equal names, so links must include them. */
function countRequired(parts: readonly string[]): number {
  const year = parts.slice(0, -1).findIndex((part) => /^(?:19|20)\d{2}$/.test(part));
  return year < 0 ? 1 : parts.length - year;
}

function countShared(one: readonly string[], other: readonly string[]): number {
  const backwards = one.toReversed();
  const others = other.toReversed();
  const differs = backwards.findIndex((part, index) => part !== others[index]);
  return differs < 0 ? backwards.length : differs;
}
