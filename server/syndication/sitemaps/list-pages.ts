import { categoryPath, groupPath, groupsPath, postPath, postsPath, tagPath, tagsPath } from '#contract/page-paths.ts';
import type { Database } from '../../database/connect.ts';
import { notFound } from '../../http/errors.ts';
import { listFilesEverById, mediaAddressOf } from '../../media/index.ts';
import { languageOf } from '../../platform/written-language.ts';
import { toAttachedFiles } from '../../posts/index.ts';
import { listAlternates } from '../../translations/index.ts';
import {
  findPostPosition,
  findTagLabel,
  listCategoriesInSitemap,
  listGroupsInSitemap,
  listPostsOfPart,
  listTagsOfPart,
} from './sitemap.repository.ts';
import { type Listed, latest } from './sitemap.ts';

interface PartOf {
  readonly serviceId: string;
  readonly now: string;
  readonly partSize: number;
  readonly id: string | undefined;
}

/** Google reads up to a thousand. */
const MAX_IMAGES = 3;

export async function listPostPages(
  { reader }: Pick<Database, 'reader'>,
  { id, mediaUrl, ...part }: PartOf & { readonly mediaUrl: string },
): Promise<Listed[]> {
  const from = id === undefined ? undefined : await findPostPosition(reader, { ...part, postId: id });
  if (id !== undefined && !from) throw notFound();
  const posts = await listPostsOfPart(reader, { ...part, from });
  const attached = posts.map((post) => {
    const { thumbnail, images } = toAttachedFiles(post);
    return [...new Set([...(thumbnail ? [thumbnail] : []), ...images].map(({ fileId }) => fileId))].slice(
      0,
      MAX_IMAGES,
    );
  });
  const files = await listFilesEverById(reader, part.serviceId, [...new Set(attached.flat())]);
  const shown = files.filter((file) => file.fileType === 'image' && file.isWithdrawn === 0 && file.uploadedAt !== null);
  const postIds = posts.map(({ postId }) => postId);
  const alternates = await listAlternates(reader, { serviceId: part.serviceId, postIds, now: part.now });
  const addresses = new Map(shown.map((file) => [file.fileId, mediaAddressOf(file, mediaUrl)]));
  return posts.map(({ postId, slug, title, excerpt, language, listedAt, updatedAt }, index) => ({
    url: postPath(part.serviceId, slug),
    changedAt: latest(listedAt, updatedAt),
    images: attached[index]?.flatMap((fileId) => addresses.get(fileId) ?? []) ?? [],
    language: languageOf({ language, title, excerpt }),
    alternates: (alternates.get(postId) ?? []).map(({ path, ...page }) => ({ ...page, url: path })),
  }));
}

export async function listTagPages({ reader }: Pick<Database, 'reader'>, { id, ...part }: PartOf): Promise<Listed[]> {
  const { serviceId } = part;
  const fromLabel = id === undefined ? undefined : await findTagLabel(reader, { serviceId, tagId: id });
  if (id !== undefined && fromLabel === undefined) throw notFound();
  const tags = await listTagsOfPart(reader, { ...part, fromLabel });
  const used = tags.filter(({ newestAt }) => newestAt !== null);
  const overview = { url: tagsPath(serviceId), changedAt: latest(...used.map(({ newestAt }) => newestAt)) };
  const pages = used.map(({ label, newestAt }) => ({ url: tagPath(serviceId, label), changedAt: newestAt }));
  return id === undefined ? [overview, ...pages] : pages;
}

export async function listServicePages(
  { reader }: Pick<Database, 'reader'>,
  { serviceId, now }: Pick<PartOf, 'serviceId' | 'now'>,
): Promise<Listed[]> {
  const categories = await listCategoriesInSitemap(reader, { serviceId, now });
  const groups = await listGroupsInSitemap(reader, { serviceId, now });
  const newestIn = newestByCategory(categories);
  // The root category has the same page as the service.
  const shown = categories.filter(({ id, parentPath }) => parentPath !== '0' && newestIn.has(id));
  const changedAt = latest(...categories.map(({ newestAt }) => newestAt));
  return [
    { url: postsPath(serviceId), changedAt },
    ...shown.map(({ id, slug }) => ({ url: categoryPath(serviceId, slug), changedAt: newestIn.get(id) })),
    ...(groups.length > 0
      ? [{ url: groupsPath(serviceId), changedAt: latest(...groups.map(({ updatedAt }) => updatedAt)) }]
      : []),
    ...groups.map(({ slug, updatedAt }) => ({ url: groupPath(serviceId, slug), changedAt: updatedAt })),
  ];
}

interface CategoryInSitemap {
  readonly id: number;
  readonly parentPath: string;
  readonly newestAt: string | null;
}

function newestByCategory(categories: readonly CategoryInSitemap[]): Map<number, string> {
  const newest = new Map<number, string>();
  for (const { id, parentPath, newestAt } of categories) {
    if (newestAt === null) continue;
    for (const above of [id, ...parentPath.split('#').map(Number)]) {
      newest.set(above, latest(newest.get(above), newestAt) ?? newestAt);
    }
  }
  return newest;
}
