import type { PostStatus } from '#contract/posts.ts';
import type { Database } from '../database/connect.ts';
import { badRequest, HttpError } from '../http/errors.ts';
import { preparePost } from '../post-editing/index.ts';
import { indexPosts } from '../post-search/index.ts';
import type { FoundFile } from './list-markdown-files.ts';
import { type FileDetails, type ReadOptions, type ReadPost, readMarkdownFile } from './read-markdown-file.ts';
import { type Decision, decide, type PreparedFilePost, type StoreOptions, storePost } from './store-post.ts';

export interface ImportFileOptions extends ReadOptions, StoreOptions {
  readonly database: Database;
  readonly isDryRun: boolean;
  readonly takenSlugs: Map<string, string>;
}

/** Concurrent imports may create the same post, tag or category. */
const ATTEMPTS = 3;

/** Bounds how long the posts of a batch keep other writers waiting, and the memory of their rendered texts. */
const BATCH = { posts: 25, characters: 1_000_000 };

interface Pending {
  readonly index: number;
  readonly path: string;
  readonly read: ReadPost;
  readonly prepared: PreparedFilePost;
}

/** Stores the posts of several files in one transaction, and each in its own if that fails. */
export class FileImporter {
  readonly #options: ImportFileOptions;
  readonly #reports: FileReport[] = [];
  #pending: Pending[] = [];

  constructor(options: ImportFileOptions) {
    this.#options = options;
  }

  async add(file: FoundFile): Promise<void> {
    const { path } = file;
    const index = this.#reports.length;
    let read: ReadPost | undefined;
    try {
      const result = await readMarkdownFile(file, this.#options);
      if (result.post === undefined) return this.skip(path, result.reason);
      read = result;
      const { slug } = read.post;
      if (this.#pending.some((other) => other.read.post.slug === slug)) await this.#store();
      rejectDuplicates(read, path, this.#options);
      const decision = await decide(this.#options.database.reader, this.#options, read);
      if (this.#options.isDryRun || decision.status === 'unchanged' || decision.status === 'skipped')
        return this.#done(index, path, read, decision);
      this.#pending.push({ index, path, read, prepared: await preparePost(read.post) });
      // Holds the place until the batch is stored.
      this.#reports[index] = { path, status: 'skipped' };
      if (isFull(this.#pending)) await this.#store();
    } catch (error) {
      this.#fail(index, path, error, read);
    }
  }

  skip(path: string, reason: string): void {
    this.#reports.push({ path, status: 'skipped', reason });
  }

  /** Reports are in the order of the files. */
  async end(): Promise<readonly FileReport[]> {
    await this.#store();
    return this.#reports;
  }

  async #store(): Promise<void> {
    const pending = this.#pending;
    this.#pending = [];
    const decisions = await this.#storeTogether(pending).catch(() => undefined);
    for (const [at, { index, path, read, prepared }] of pending.entries()) {
      try {
        const decision = decisions?.[at] ?? (await this.#storeAlone(read, prepared));
        this.#done(index, path, read, decision);
      } catch (error) {
        this.#fail(index, path, error, read);
      }
    }
  }

  async #storeTogether(pending: readonly Pending[]): Promise<Decision[]> {
    if (pending.length < 2) return [];
    const options = { ...this.#options, isIndexedLater: true };
    return options.database.writer.transaction().execute(async (trx) => {
      const decisions: Decision[] = [];
      for (const { read, prepared } of pending) decisions.push(await storePost(trx, options, read, prepared));
      const created = decisions.flatMap((each) => (each.status === 'imported' && each.postId ? [each.postId] : []));
      await indexPosts(trx, options.serviceId, created);
      return decisions;
    });
  }

  async #storeAlone(read: ReadPost, prepared: PreparedFilePost): Promise<Decision> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        const { writer } = this.#options.database;
        return await writer.transaction().execute((trx) => storePost(trx, this.#options, read, prepared));
      } catch (error) {
        if (attempt === ATTEMPTS) throw error;
      }
    }
  }

  #done(index: number, path: string, read: ReadPost, decision: Decision): void {
    this.#options.takenSlugs.set(read.post.slug, path);
    this.#reports[index] = {
      path,
      status: decision.status,
      ...(decision.status === 'skipped' && { reason: decision.reason }),
      ...facts(read, decision, this.#options),
      ...details(read, decision),
    };
  }

  #fail(index: number, path: string, error: unknown, read: ReadPost | undefined): void {
    this.#reports[index] = { path, status: 'failed', reason: reasonOf(error), ...(read && { slug: read.post.slug }) };
  }
}

function isFull(pending: readonly Pending[]): boolean {
  const characters = pending.reduce(
    (sum, { prepared }) => sum + prepared.body.length + prepared.rendered.html.length,
    0,
  );
  return pending.length >= BATCH.posts || characters >= BATCH.characters;
}

function rejectDuplicates({ post }: ReadPost, path: string, { takenSlugs }: ImportFileOptions): void {
  const other = takenSlugs.get(post.slug);
  if (other !== undefined && other !== path)
    throw badRequest(`${other} has the same slug ${JSON.stringify(post.slug)}`);
}

function facts(
  { post: { slug, title, status, publishAt } }: ReadPost,
  { formerStatus = 'draft' }: Decision,
  { clock }: ImportFileOptions,
): Pick<FileReport, 'slug' | 'title' | 'postStatus'> {
  if (status === 'draft') return { slug, title, postStatus: formerStatus === 'draft' ? 'draft' : 'unpublished' };
  const isReserved = publishAt !== undefined && publishAt > clock.now();
  return { slug, title, postStatus: isReserved ? 'reserved' : status };
}

function details({ details: found }: ReadPost, decision: Decision): Partial<FileDetails> {
  const notes = 'note' in decision && decision.note !== undefined ? [...found.notes, decision.note] : found.notes;
  const parts = Object.entries({ ...found, notes });
  return Object.fromEntries(
    parts.filter(([, part]) => (typeof part === 'number' ? part > 0 : Object.keys(part).length > 0)),
  ) as Partial<FileDetails>;
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return error.body.message;
  if (error instanceof RangeError) return 'nested too deeply, or too long when rendered';
  return `could not be imported: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`;
}

export type FileStatus = 'imported' | 'updated' | 'unchanged' | 'skipped' | 'failed';

export interface FileReport extends Partial<FileDetails> {
  readonly path: string;
  readonly status: FileStatus;
  readonly reason?: string;
  readonly slug?: string;
  readonly title?: string;
  readonly postStatus?: PostStatus;
}

export interface ImportReport {
  readonly folder: string;
  readonly serviceId: string;
  readonly source: string;
  readonly isDryRun: boolean;
  readonly isServiceCreated: boolean;
  readonly isStopped: boolean;
  readonly counts: Readonly<Record<FileStatus, number>>;
  readonly files: readonly FileReport[];
  readonly notMarkdown: Readonly<Record<string, number>>;
  readonly ignored: readonly string[];
}

export function countByStatus(files: readonly FileReport[]): Record<FileStatus, number> {
  const counts: Record<FileStatus, number> = { imported: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { status } of files) counts[status] += 1;
  return counts;
}
