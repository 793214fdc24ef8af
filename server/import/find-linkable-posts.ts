import type { Db } from '../database/connect.ts';
import { HttpError } from '../platform/errors.ts';
import { findPostIdBySlug, listSourcesOfService } from '../posts/index.ts';
import type { LinkablePost } from './linked-posts.ts';
import type { FoundFile } from './list-markdown-files.ts';
import { composedPath, type ReadOptions, readSlug, sourcePathOf } from './read-markdown-file.ts';

export interface FindLinkableOptions extends ReadOptions {
  readonly serviceId: string;
  readonly isOverwriting: boolean;
  readonly signal?: AbortSignal | undefined;
}

type KnownPost = Awaited<ReturnType<typeof listSourcesOfService>>[number];

export async function findLinkablePosts(
  db: Db,
  files: readonly FoundFile[],
  options: FindLinkableOptions,
): Promise<LinkablePost[]> {
  const known = await knownPosts(db, options);
  const posts = new Map([...known].map(([path, { slug }]) => [path, slug]));
  const claimed = new Set<string>();
  for (const file of files) {
    if (options.signal?.aborted) break;
    const path = composedPath(file);
    const slug = await slugToBe(db, file, { ...options, known: known.get(path) });
    if (slug === undefined || claimed.has(slug)) continue;
    claimed.add(slug);
    posts.set(path, slug);
  }
  return [...posts].map(([path, slug]) => ({ path, slug }));
}

async function knownPosts(db: Db, options: FindLinkableOptions): Promise<Map<string, KnownPost>> {
  const start = sourcePathOf('', options);
  const sources = await listSourcesOfService(db, options.serviceId);
  return new Map(
    sources
      .filter(({ sourcePath }) => sourcePath.startsWith(start))
      .map((source) => [source.sourcePath.slice(start.length), source]),
  );
}

async function slugToBe(
  db: Db,
  file: FoundFile,
  options: FindLinkableOptions & { readonly known: KnownPost | undefined },
): Promise<string | undefined> {
  const { known, serviceId, isOverwriting } = options;
  const isEdited = known !== undefined && known.revision > known.postRevision;
  if (isEdited && !isOverwriting) return known.slug;
  const slug = await slugIn(file, options);
  if (slug === undefined || slug === known?.slug) return known?.slug;
  const holder = await findPostIdBySlug(db, serviceId, slug);
  return holder === undefined || holder === known?.postId ? slug : known?.slug;
}

/** Ignores unreadable files here; the import reports them later. */
async function slugIn(file: FoundFile, options: ReadOptions): Promise<string | undefined> {
  try {
    return await readSlug(file, options);
  } catch (error) {
    if (error instanceof HttpError || error instanceof RangeError) return undefined;
    throw error;
  }
}
