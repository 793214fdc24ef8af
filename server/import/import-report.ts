import type { PostStatus } from '#contract/posts.ts';
import type { FileAccount } from './read-markdown-file.ts';

export type FileStatus = 'imported' | 'updated' | 'unchanged' | 'skipped' | 'failed';

export interface FileReport extends Partial<FileAccount> {
  readonly path: string;
  readonly status: FileStatus;
  readonly reason?: string;
  readonly slug?: string;
  readonly title?: string;
  /** Status of the post after the import; `reserved` before its date, `unpublished` when it became a draft again. */
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
