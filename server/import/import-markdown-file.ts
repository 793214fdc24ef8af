import type { PostStatus } from '#contract/posts.ts';
import type { Database } from '../database/connect.ts';
import { HttpError } from '../http/errors.ts';
import { preparePost } from '../post-editing/index.ts';
import type { FoundFile } from './list-markdown-files.ts';
import { unusable } from './list-markdown-files.ts';
import { type FileAccount, type ReadOptions, type ReadPost, readMarkdownFile } from './read-markdown-file.ts';
import { type Decision, decide, type PreparedFilePost, type StoreOptions, storePost } from './store-post.ts';

export interface ImportFileOptions extends ReadOptions, StoreOptions {
  readonly database: Database;
  readonly isDryRun: boolean;
  readonly takenSlugs: Map<string, string>;
}

/** Concurrent imports may create the same post, tag or category. */
const ATTEMPTS = 3;

export async function importMarkdownFile(file: FoundFile, options: ImportFileOptions): Promise<FileReport> {
  const { path } = file;
  let read: ReadPost | undefined;
  try {
    const result = await readMarkdownFile(file, options);
    if (result.post === undefined) return { path, status: 'skipped', reason: result.reason };
    read = result;
    rejectDuplicates(read, path, options);
    const decision = await write(read, options);
    options.takenSlugs.set(read.post.slug, path);
    return { path, ...withReason(decision), ...facts(read, decision, options), ...account(read, decision) };
  } catch (error) {
    return { path, status: 'failed', reason: reasonOf(error), ...(read && { slug: read.post.slug }) };
  }
}

function rejectDuplicates({ post }: ReadPost, path: string, { takenSlugs }: ImportFileOptions): void {
  const other = takenSlugs.get(post.slug);
  if (other !== undefined && other !== path) throw unusable(`${other} has the same slug ${JSON.stringify(post.slug)}`);
}

/** Skips unchanged files without a lock, and renders before the transaction. */
async function write(read: ReadPost, options: ImportFileOptions): Promise<Decision> {
  const { database, isDryRun } = options;
  let prepared: PreparedFilePost | undefined;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const decision = await decide(database.reader, options, read);
      if (isDryRun || decision.status === 'unchanged' || decision.status === 'skipped') return decision;
      const post = prepared ?? (await preparePost(read.post));
      prepared = post;
      return await database.writer.transaction().execute((trx) => storePost(trx, options, read, post));
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
    }
  }
}

function withReason(decision: Decision): Pick<FileReport, 'status' | 'reason'> {
  return decision.status === 'skipped'
    ? { status: decision.status, reason: decision.reason }
    : { status: decision.status };
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

function account({ account: output }: ReadPost, decision: Decision): Partial<FileReport> {
  const { components, removed, unused, postLinks, unresolvedLinks, mediaFiles } = output;
  const notes = 'note' in decision && decision.note !== undefined ? [...output.notes, decision.note] : output.notes;
  return {
    ...(Object.keys(components).length > 0 && { components }),
    ...(removed.length > 0 && { removed }),
    ...(notes.length > 0 && { notes }),
    ...(unused.length > 0 && { unused }),
    ...(postLinks > 0 && { postLinks }),
    ...(unresolvedLinks > 0 && { unresolvedLinks }),
    ...(mediaFiles > 0 && { mediaFiles }),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return error.body.message;
  if (error instanceof RangeError) return 'nested too deeply, or too long when rendered';
  return `could not be imported: ${error instanceof Error ? error.message.replace(/\s+/g, ' ') : String(error)}`;
}

export type FileStatus = 'imported' | 'updated' | 'unchanged' | 'skipped' | 'failed';

export interface FileReport extends Partial<FileAccount> {
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
