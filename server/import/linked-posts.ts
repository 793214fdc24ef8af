import { nameWithoutEnding } from './derive-slug.ts';

export interface LinkablePost {
  readonly path: string;
  readonly slug: string;
}

export interface LinkPlaces {
  readonly serviceId: string;
  readonly linkBase?: string | undefined;
}

interface FormerAddress {
  readonly parts: readonly string[];
  /** Number of trailing segments that a link must share. */
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

  /** Returns the new path for a link in the given file. Undefined unless it matches exactly one post. */
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

/** Placeholder origin of the former site. */
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
  return pathname.slice(root.length).split('/').filter(Boolean).map(decodePart);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part).normalize('NFC');
  } catch {
    return part;
  }
}

function encodePath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

/** Strips the extension and index names: pages may be addressed by file or by folder. */
function withoutEnding(parts: readonly string[]): readonly string[] {
  const name = nameWithoutEnding(parts.at(-1) ?? '').replace(/\.html?$/i, '');
  const folders = parts.slice(0, -1);
  return /^(?:index|readme)$/i.test(name) ? folders : [...folders, name];
}

function formerAddressesOf({ path, slug }: LinkablePost): FormerAddress[] {
  const parts = withoutEnding(path.split('/'));
  const folders = parts.slice(0, -1);
  const dated = /^(\d{4})-(\d{2})-(\d{2})[-_. ]?(.+)$/.exec(parts.at(-1) ?? '')?.slice(1);
  return [parts, [...folders, slug], ...(dated ? [[...folders, ...dated]] : [])]
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
