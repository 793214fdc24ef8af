import type { PostHeading } from '#contract/posts.ts';
import { MAX_FINDINGS, type PostFinding, type PostReviewInput } from '#contract/publishing.ts';
import { findCategory } from '../../categories/index.ts';
import type { Database, Db } from '../../database/connect.ts';
import { listFilesEverById } from '../../media/index.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { decodeUri } from '../../platform/escaping.ts';
import { findGroup } from '../../post-groups/post-group.repository.ts';
import { ShownFiles } from '../../posts/post.presenter.ts';
import { isVisible } from '../../posts/post-state.ts';
import { findPostState, findSlugRedirect } from '../../posts/slugs/slug-redirect.repository.ts';
import { type Renderer, readAttributes, type Tag, tagsIn } from '../../rendering/index.ts';
import { findServiceDetail, isService } from '../../services/index.ts';
import { findTag } from '../../tags/index.ts';

interface PagePicture {
  readonly src: string;
  readonly hasAlt: boolean;
}

interface PageParts {
  readonly links: readonly string[];
  readonly pictures: readonly PagePicture[];
  readonly ids: ReadonlySet<string>;
}

const MAX_PARTS = 200;

/** @param html output of the render pipeline */
function readPage(html: string): PageParts {
  const links = new Set<string>();
  const pictures: PagePicture[] = [];
  const ids = new Set<string>();
  for (const tag of tagsIn(html)) {
    if (tag.isClosing) continue;
    const { id, href, src, alt } = attributesOf(tag);
    if (id !== undefined) ids.add(id);
    if (tag.name === 'a' && href !== undefined && links.size < MAX_PARTS) links.add(href);
    if (tag.name === 'img' && pictures.length < MAX_PARTS) {
      pictures.push({ src: src ?? '', hasAlt: (alt ?? '').trim() !== '' });
    }
  }
  return { links: [...links], pictures, ids };
}

function attributesOf({ attributes }: Tag): Partial<Record<'id' | 'href' | 'src' | 'alt', string>> {
  const known = [...readAttributes(attributes)].map(([name, value = '']) => [name, unescaped(value)]);
  return Object.fromEntries(known);
}

function unescaped(value: string): string {
  return value.replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));
}

export interface ReviewTools {
  readonly database: Pick<Database, 'reader'>;
  readonly clock: Clock;
  readonly renderer: Renderer;
  readonly mediaUrl: string;
  readonly publicUrl: string | undefined;
}

interface RequestContext {
  readonly serviceId: string;
  /** Origin by which the editor reached this installation. */
  readonly siteOrigin: string;
  readonly username: string;
}

/**
 * Returns findings in page order.
 * @throws {HttpError} when the body cannot be rendered
 */
export async function reviewPost(
  { database: { reader }, clock, renderer, mediaUrl, publicUrl }: ReviewTools,
  { serviceId, siteOrigin, username }: RequestContext,
  { body, bodyFormat, description, slug, images }: PostReviewInput,
): Promise<{ findings: PostFinding[]; more: number }> {
  // JSON bodies are data without links or images.
  const isPage = bodyFormat !== 'json';
  const source = { body: isPage ? body.trimEnd() : '', bodyFormat: isPage ? bodyFormat : 'text' };
  const { html, headings } = await renderer.render(source, { previewFor: username });
  const imageFiles = (images ?? []).map((fileId) => ({ fileId, mimeType: '' }));
  const shown = await ShownFiles.of(reader, [{ bodyHtml: html, images: imageFiles }], { serviceId, mediaUrl });
  const { links, pictures, ids } = readPage(shown.enrich(html));
  const configs = (await findServiceDetail(reader, serviceId))?.configs;
  const origins = [...new Set([siteOrigin, ...(publicUrl ? [new URL(publicUrl).origin] : [])])];
  const own = { serviceId, origins, mediaUrl, postPrefix: configs?.frontendPostDetailUrlPrefix ?? '' };
  const post = { serviceId, slug: slug ?? '', ids, now: toInstant(clock.now()) };
  const findings = [
    ...((description ?? '').trim() === '' ? [{ kind: 'noDescription' as const }] : []),
    ...picturesWithoutAlt(pictures),
    ...filesWithoutAlt(imageFiles.flatMap((file) => shown.toReaders(file) ?? [])),
    ...(await brokenLinks(reader, links, own, post)),
    ...skippedHeadings(headings),
  ];
  return { findings: findings.slice(0, MAX_FINDINGS), more: Math.max(0, findings.length - MAX_FINDINGS) };
}

function picturesWithoutAlt(pictures: readonly PagePicture[]): PostFinding[] {
  const names = pictures.filter(({ hasAlt }) => !hasAlt).map(({ src }) => src);
  return [...new Set(names)].map((name) => ({ kind: 'imageWithoutAlt', name }));
}

type Shown = NonNullable<ReturnType<ShownFiles['toReaders']>>;

function filesWithoutAlt(files: readonly Shown[]): PostFinding[] {
  const withoutAlt = files.filter(({ src, alt }) => src !== undefined && !alt?.en && !alt?.ja);
  return withoutAlt.map(({ fileId, name }) => ({ kind: 'imageWithoutAlt', name: name ?? fileId }));
}

async function brokenLinks(
  db: Db,
  links: readonly string[],
  own: OwnAddresses,
  post: LinkingPost,
): Promise<PostFinding[]> {
  const findings: PostFinding[] = [];
  for (const address of links) {
    const target = toLinkTarget(address, own);
    const why = target && (await checkLink(db, target, post));
    if (why) findings.push({ kind: 'brokenLink', address, why });
  }
  return findings;
}

/** Assumes the post title as heading of level 1. */
function skippedHeadings(headings: readonly PostHeading[]): PostFinding[] {
  return headings.flatMap(({ level, text }, index) => {
    const before = headings[index - 1]?.level ?? 1;
    return level > before + 1 ? [{ kind: 'headingSkipped', text, from: before, to: level }] : [];
  });
}

interface LinkingPost {
  readonly serviceId: string;
  readonly slug: string;
  readonly ids: ReadonlySet<string>;
  readonly now: string;
}

type BrokenLinkReason = Extract<PostFinding, { kind: 'brokenLink' }>['why'];

async function checkLink(db: Db, target: LinkTarget, post: LinkingPost): Promise<BrokenLinkReason | undefined> {
  if (target.kind === 'fragment') return post.ids.has(target.id) ? undefined : 'noSuchPlace';
  if (target.kind === 'post') return checkPostLink(db, target, post);
  return (await isThere(db, target)) ? undefined : 'missing';
}

/** Does not reveal whether an unpublished post exists in another service. */
async function checkPostLink(
  db: Db,
  { serviceId, name }: { readonly serviceId: string; readonly name: string },
  post: LinkingPost,
): Promise<BrokenLinkReason | undefined> {
  const isOwn = serviceId === post.serviceId;
  if (isOwn && name === post.slug) return undefined;
  const found = (await findPostState(db, serviceId, name)) ?? (await findSlugRedirect(db, serviceId, name));
  if (found && isVisible(found, post.now)) return undefined;
  return found && isOwn ? 'notPublished' : 'missing';
}

type Other = Exclude<LinkTarget, { kind: 'fragment' | 'post' }>;

async function isThere(db: Db, target: Other): Promise<boolean> {
  const { serviceId } = target;
  switch (target.kind) {
    case 'service':
      return isService(db, serviceId);
    case 'category':
      return (await findCategory(db, serviceId, target.name)) !== undefined;
    case 'tag':
      return (await findTag(db, serviceId, target.name.normalize('NFC').trim())) !== undefined;
    case 'group':
      return (await findGroup(db, serviceId, target.name)) !== undefined;
    case 'file': {
      const [file] = await listFilesEverById(db, serviceId, [target.name]);
      return file?.isWithdrawn === 0;
    }
  }
}

type LinkTarget =
  | { readonly kind: 'fragment'; readonly id: string }
  | { readonly kind: 'service'; readonly serviceId: string }
  | { readonly kind: 'post'; readonly serviceId: string; readonly name: string }
  | { readonly kind: 'category' | 'tag' | 'group' | 'file'; readonly serviceId: string; readonly name: string };

interface OwnAddresses {
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
