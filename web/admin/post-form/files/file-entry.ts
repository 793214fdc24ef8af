import type { PostFile } from '#contract/files.ts';

export interface FileEntry {
  readonly fileId: string;
  readonly mimeType: string;
  readonly caption: string;
}

export function toEntry({ fileId, mimeType, caption }: PostFile): FileEntry {
  return { fileId, mimeType, caption: caption ?? '' };
}

export function newEntry({ fileId, mimeType }: Pick<PostFile, 'fileId' | 'mimeType'>): FileEntry {
  return { fileId, mimeType, caption: '' };
}

export function toSentFile({ fileId, mimeType, caption }: FileEntry): PostFile {
  const trimmed = caption.trim();
  return { fileId, mimeType, ...(trimmed !== '' && { caption: trimmed }) };
}

export function copyCaption(thumbnail: FileEntry | null, fileId: string, caption: string): FileEntry | null {
  return thumbnail?.fileId === fileId ? { ...thumbnail, caption } : thumbnail;
}

/** Adds an entry unless the list has it. `turnOf` returns the position at which the file was selected, if known. */
export function withEntry(
  entries: readonly FileEntry[],
  entry: FileEntry,
  turnOf: (fileId: string) => number | undefined = () => undefined,
): FileEntry[] {
  if (entries.some(({ fileId }) => fileId === entry.fileId)) return [...entries];
  const turn = turnOf(entry.fileId);
  const next = entries.findIndex(({ fileId }) => turn !== undefined && (turnOf(fileId) ?? -1) > turn);
  return next === -1 ? [...entries, entry] : entries.toSpliced(next, 0, entry);
}

export function moved(entries: readonly FileEntry[], fileId: string, overId: string): FileEntry[] {
  const from = entries.findIndex((entry) => entry.fileId === fileId);
  const to = entries.findIndex((entry) => entry.fileId === overId);
  const entry = entries[from];
  if (!entry || to === -1) return [...entries];
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry);
}
