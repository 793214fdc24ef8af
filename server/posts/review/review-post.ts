import { MAX_FINDINGS, type PostFinding, type PostReviewInput } from '#contract/post-review.ts';
import type { PostHeading } from '#contract/posts.ts';
import type { Database, Db } from '../../database/connect.ts';
import { type Clock, toInstant } from '../../platform/clock.ts';
import { findServiceDetail } from '../../services/index.ts';
import type { Renderer } from '../rendering/renderer.ts';
import { ShownFiles } from '../shown-files.ts';
import { type LinkingPost, moderateLink } from './judge-link.ts';
import { type OwnAddresses, toLinkTarget } from './link-target.ts';
import { type PagePicture, readPage } from './read-page.ts';

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
 * Checks a post before publication and returns findings in page order.
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
  const held = (images ?? []).map((fileId) => ({ fileId, mimeType: '' }));
  const shown = await ShownFiles.of(reader, [{ bodyHtml: html, images: held }], { serviceId, mediaUrl });
  const { links, pictures, ids } = readPage(shown.enrich(html));
  const configs = (await findServiceDetail(reader, serviceId))?.configs;
  const origins = [...new Set([siteOrigin, ...(publicUrl ? [new URL(publicUrl).origin] : [])])];
  const own = { serviceId, origins, mediaUrl, postPrefix: configs?.frontendPostDetailUrlPrefix ?? '' };
  const post = { serviceId, slug: slug ?? '', ids, now: toInstant(clock.now()) };
  const findings = [
    ...((description ?? '').trim() === '' ? [{ kind: 'noDescription' as const }] : []),
    ...wordlessPictures(pictures),
    ...wordlessFiles(held.flatMap((file) => shown.toReaders(file) ?? [])),
    ...(await brokenLinks(reader, links, own, post)),
    ...skippedHeadings(headings),
  ];
  return { findings: findings.slice(0, MAX_FINDINGS), more: Math.max(0, findings.length - MAX_FINDINGS) };
}

function wordlessPictures(pictures: readonly PagePicture[]): PostFinding[] {
  const names = pictures.filter(({ hasAlt }) => !hasAlt).map(({ src }) => src);
  return [...new Set(names)].map((name) => ({ kind: 'imageWithoutAlt', name }));
}

type Shown = NonNullable<ReturnType<ShownFiles['toReaders']>>;

function wordlessFiles(files: readonly Shown[]): PostFinding[] {
  const wordless = files.filter(({ src, alt }) => src !== undefined && !alt?.en && !alt?.ja);
  return wordless.map(({ fileId, name }) => ({ kind: 'imageWithoutAlt', name: name ?? fileId }));
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
    const why = target && (await moderateLink(db, target, post));
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
