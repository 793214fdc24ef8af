import { basename, resolve } from 'node:path';
import { IMPORT_ACTOR } from '#contract/account.ts';
import type { Database, Db } from '../database/connect.ts';
import { badRequest, HttpError } from '../http/errors.ts';
import type { LocalFileTools } from '../media-uploads/index.ts';
import { type Clock, toInstant } from '../platform/clock.ts';
import { listSourcesOfService, preparePost } from '../post-editing/index.ts';
import { type ContentBounds, findPostIdBySlug } from '../posts/index.ts';
import { createService, isService } from '../services/index.ts';
import { acceptServiceForAdmins } from '../users/index.ts';
import { FolderMedia } from './folder-media.ts';
import { countByStatus, FileImporter, type ImportReport } from './import-markdown-file.ts';
import { type LinkablePost, LinkedPosts } from './linked-posts.ts';
import { type FoundFile, type FoundFiles, listMarkdownFiles } from './list-markdown-files.ts';
import {
  composedPath,
  type ReadOptions,
  type ReadPost,
  readAddresses,
  readMarkdownFile,
  sourcePathOf,
} from './read-markdown-file.ts';
import type { PreparedFilePost } from './store-post.ts';

export interface ImportFolderOptions {
  readonly database: Database;
  readonly clock: Clock;
  readonly content: ContentBounds;
  readonly folder: string;
  readonly serviceId: string;
  /** Creates the service when it is missing; without a label a missing service is an error. */
  readonly newServiceLabel?: string | undefined;
  /** Defaults to the folder name. Source and path identify a file across imports. */
  readonly source?: string | undefined;
  readonly linkBase?: string | undefined;
  /** Without it, pictures and files beside the text are not taken. */
  readonly media?: LocalFileTools | undefined;
  readonly timeZone?: string | undefined;
  readonly isOverwriting?: boolean;
  readonly isDryRun?: boolean;
  readonly onProgress?: (progress: { done: number; total: number; path: string }) => void;
  readonly signal?: AbortSignal;
}

/**
 * Stores several files per transaction. Importing again updates the posts of changed files.
 * @throws {HttpError} when the folder cannot be read or the service is missing
 */
export async function importMarkdownFolder(options: ImportFolderOptions): Promise<ImportReport> {
  const { clock, database, content, serviceId, signal, onProgress } = options;
  const folder = resolve(options.folder);
  const name = basename(folder) || 'root';
  const found = await listMarkdownFiles(folder);
  const isServiceCreated = await ensureService(options, found);
  const source = options.source ?? name;
  const { linkBase, timeZone, isOverwriting = false, isDryRun = false } = options;
  const places = { serviceId, source, folder: name, linkBase, timeZone };
  const linkable = await findLinkablePosts(database.reader, found.files, { ...places, clock, isOverwriting, signal });
  const forFile = {
    ...places,
    database,
    clock,
    content,
    isOverwriting,
    isDryRun,
    linkedPosts: new LinkedPosts(linkable, places),
    media: options.media && new FolderMedia({ tools: options.media, folder, serviceId, actor: IMPORT_ACTOR }),
    takenSlugs: new Map<string, string>(),
  };
  const importer = new FileImporter(forFile);
  for (const [done, file] of found.files.entries()) {
    onProgress?.({ done, total: found.files.length, path: file.path });
    if (signal?.aborted) importer.skip(file.path, 'not reached: the import was stopped');
    else await importer.add(file);
  }
  const files = await importer.end();
  return {
    folder,
    serviceId,
    source,
    isServiceCreated,
    isDryRun,
    isStopped: signal?.aborted ?? false,
    counts: countByStatus(files),
    files,
    notMarkdown: found.notMarkdown,
    ignored: found.ignored,
  };
}

async function ensureService(
  { database, clock, serviceId, newServiceLabel, isDryRun }: ImportFolderOptions,
  { files }: FoundFiles,
): Promise<boolean> {
  if (await isService(database.reader, serviceId)) return false;
  if (newServiceLabel === undefined)
    throw badRequest(`The service ${serviceId} does not exist. Specify an existing service or use --create-service.`);
  if (isDryRun || files.length === 0) return false;
  const service = { serviceId, label: newServiceLabel, functions: ['post'] as const };
  try {
    await database.writer.transaction().execute(async (trx) => {
      await createService(trx, { clock }, service);
      await acceptServiceForAdmins(trx, { serviceId, createdAt: toInstant(clock.now()) });
    });
    return true;
  } catch (error) {
    if (await isService(database.writer, serviceId)) return false;
    throw error;
  }
}

/**
 * Reads and renders all files, which must be posts, so that one short transaction can store them.
 * @throws {HttpError} naming the first invalid file, or when there is none
 */
export async function prepareMarkdownFolder(
  folder: string,
  options: Pick<ReadOptions, 'source' | 'clock' | 'media'>,
): Promise<{ read: ReadPost; prepared: PreparedFilePost }[]> {
  const { files } = await listMarkdownFiles(folder);
  if (files.length === 0) throw badRequest(`The folder ${folder} contains no Markdown file.`);
  return Promise.all(
    files.map(async (file) => {
      const read = await readMarkdownFile(file, { ...options, folder: basename(folder) });
      if (read.post === undefined) throw badRequest(`${file.path}: ${read.reason}`);
      return { read, prepared: await preparePost(read.post) };
    }),
  );
}

interface FindLinkableOptions extends ReadOptions {
  readonly serviceId: string;
  readonly isOverwriting: boolean;
  readonly signal?: AbortSignal | undefined;
}

type KnownPost = Awaited<ReturnType<typeof listSourcesOfService>>[number];

async function findLinkablePosts(
  db: Db,
  files: readonly FoundFile[],
  options: FindLinkableOptions,
): Promise<LinkablePost[]> {
  const known = await knownPosts(db, options);
  const posts = new Map([...known].map(([path, { slug }]) => [path, { slug, former: [] as readonly string[] }]));
  const claimed = new Set<string>();
  for (const file of files) {
    if (options.signal?.aborted) break;
    const path = composedPath(file);
    const addresses = await addressesIn(file, options);
    const slug = await slugToBe(db, addresses?.slug, { ...options, known: known.get(path) });
    if (slug === undefined || claimed.has(slug)) continue;
    claimed.add(slug);
    posts.set(path, { slug, former: addresses?.former ?? [] });
  }
  return [...posts].map(([path, post]) => ({ path, ...post }));
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
  slug: string | undefined,
  { known, serviceId, isOverwriting }: FindLinkableOptions & { readonly known: KnownPost | undefined },
): Promise<string | undefined> {
  const isEdited = known !== undefined && known.revision > known.postRevision;
  if ((isEdited && !isOverwriting) || slug === undefined || slug === known?.slug) return known?.slug;
  const holder = await findPostIdBySlug(db, serviceId, slug);
  return holder === undefined || holder === known?.postId ? slug : known?.slug;
}

async function addressesIn(file: FoundFile, options: ReadOptions): ReturnType<typeof readAddresses> {
  try {
    return await readAddresses(file, options);
  } catch (error) {
    if (error instanceof HttpError || error instanceof RangeError) return undefined;
    throw error;
  }
}
