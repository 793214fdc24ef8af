import type { PostStatus } from '#contract/posts.ts';
import type { FileAccount } from './read-markdown-file.ts';

export type FileStatus = 'imported' | 'updated' | 'unchanged' | 'skipped' | 'failed';

/** What became of one file. */
export interface FileReport extends Partial<FileAccount> {
  readonly path: string;
  readonly status: FileStatus;
  /** Why a file was skipped, or what is wrong with it. */
  readonly reason?: string;
  readonly slug?: string;
  readonly title?: string;
  /** What the post is after the import: `reserved` where its date is still to come, `unpublished` when it was taken back. */
  readonly postStatus?: PostStatus;
}

/** Accounts for every file of the folder. */
export interface ImportReport {
  readonly folder: string;
  readonly serviceId: string;
  readonly source: string;
  readonly isDryRun: boolean;
  readonly isServiceCreated: boolean;
  /** Whether it was told to stop before it came to the end. */
  readonly isStopped: boolean;
  readonly counts: Readonly<Record<FileStatus, number>>;
  /** Every Markdown file, in the order of their paths. */
  readonly files: readonly FileReport[];
  readonly notMarkdown: Readonly<Record<string, number>>;
  readonly ignored: readonly string[];
}

export function countByStatus(files: readonly FileReport[]): Record<FileStatus, number> {
  const counts: Record<FileStatus, number> = { imported: 0, updated: 0, unchanged: 0, skipped: 0, failed: 0 };
  for (const { status } of files) counts[status] += 1;
  return counts;
}
