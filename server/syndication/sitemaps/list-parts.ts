import { postsPath } from '#contract/page-paths.ts';
import type { Db } from '../../database/connect.ts';
import {
  findNextTag,
  findPartEnd,
  listLastChanges,
  listServicesInSitemap,
  type PostPosition,
  type ServiceInSitemap,
} from './sitemap.repository.ts';
import { type Listed, latest, PART_SIZE } from './sitemap.ts';

interface Range {
  readonly now: string;
  readonly partSize: number;
}

/** Limit of sitemaps.org. */
const MAX_PARTS = 50_000;

export async function listParts(db: Db, range: Range): Promise<Listed[]> {
  const parts: Listed[] = [{ url: '/sitemap-site.xml' }];
  for (const service of await listServicesInSitemap(db, range)) {
    const base = `${postsPath(service.serviceId)}/sitemap`;
    parts.push({ url: `${base}-pages.xml`, changedAt: service.newestAt });
    if (service.newestAt !== null) {
      parts.push(...(await listPostParts(db, service, range)).map(toPart(`${base}-posts`)));
      parts.push(...(await listTagParts(db, service, range)).map(toPart(`${base}-tags`)));
    }
    if (parts.length >= MAX_PARTS) break;
  }
  return parts.slice(0, MAX_PARTS);
}

interface Position extends PostPosition {
  readonly serviceId: string;
  readonly now: string;
  readonly partSize?: number;
}

/** Returns the path of the sitemap part that lists the post, or would list it. */
export async function findSitemapPath(db: Db, { partSize = PART_SIZE, ...position }: Position): Promise<string> {
  const { serviceId, now } = position;
  let from: PostPosition | undefined;
  for (;;) {
    const end = await findPartEnd(db, { serviceId, now, from, partSize });
    if (!end || isBefore(position, end.next)) break;
    from = end.next;
  }
  return toPart(`${postsPath(serviceId)}/sitemap-posts`)({ id: from?.postId, changedAt: null }).url;
}

interface Part {
  /** Id of the first post or tag; undefined for the first part, so that its URL is stable. */
  readonly id: string | undefined;
  readonly changedAt: string | null | undefined;
}

function toPart(base: string) {
  return ({ id, changedAt }: Part): Listed => ({ url: `${base}${id === undefined ? '' : `-${id}`}.xml`, changedAt });
}

interface PostPart {
  readonly from: PostPosition | undefined;
  readonly newestAt: string | null;
}

/** Splits oldest first, so that a new post changes the last part only. */
async function listPostParts(db: Db, service: ServiceInSitemap, range: Range): Promise<Part[]> {
  const { serviceId, newestAt, changedAt } = service;
  if (!service.hasMorePosts) return [{ id: undefined, changedAt: latest(newestAt, changedAt) }];
  const parts: PostPart[] = [];
  let from: PostPosition | undefined;
  for (;;) {
    const end = await findPartEnd(db, { ...range, serviceId, from });
    parts.push({ from, newestAt: end ? end.last.listedAt : newestAt });
    if (!end || parts.length >= MAX_PARTS) break;
    from = end.next;
  }
  const changes = await changesByPart(db, serviceId, parts, range.now);
  return parts.map((part, index) => ({ id: part.from?.postId, changedAt: latest(part.newestAt, changes[index]) }));
}

/** Reads only the latest changes of the service; other parts get the oldest of these as an upper bound. */
async function changesByPart(
  db: Db,
  serviceId: string,
  parts: readonly PostPart[],
  now: string,
): Promise<(string | undefined)[]> {
  const lastChanges = await listLastChanges(db, serviceId);
  // Unchanged posts come last with an empty date.
  const isComplete = lastChanges.at(-1)?.updatedAt === '';
  const found: (string | undefined)[] = parts.map(() => (isComplete ? undefined : lastChanges.at(-1)?.updatedAt));
  for (const { updatedAt, listedAt, postId } of lastChanges.toReversed()) {
    if (listedAt === null || listedAt > now || updatedAt === '') continue;
    found[parts.findLastIndex(({ from }) => !from || !isBefore({ listedAt, postId }, from))] = updatedAt;
  }
  return found;
}

function isBefore(one: PostPosition, other: PostPosition): boolean {
  return one.listedAt === other.listedAt ? one.postId < other.postId : one.listedAt < other.listedAt;
}

/** All parts have the time of the latest publication; they contain that of each tag. */
async function listTagParts(db: Db, service: ServiceInSitemap, { partSize }: Range): Promise<Part[]> {
  const { serviceId, newestAt } = service;
  if (!service.hasTags) return [];
  const parts: Part[] = [{ id: undefined, changedAt: newestAt }];
  let next = service.hasMoreTags ? await findNextTag(db, { serviceId, partSize }) : undefined;
  while (next && parts.length < MAX_PARTS) {
    parts.push({ id: next.tagId, changedAt: newestAt });
    next = await findNextTag(db, { serviceId, fromLabel: next.label, partSize });
  }
  return parts;
}
