import type { PostFile } from '#contract/files.ts';

/** A picture or document of a post as its form holds it; what else is known of the file is kept beside it. */
export interface FileEntry {
  readonly fileId: string;
  readonly mimeType: string;
  readonly caption: string;
}

export function toEntry({ fileId, mimeType, caption }: PostFile): FileEntry {
  return { fileId, mimeType, caption: caption ?? '' };
}

/** A file that was uploaded or chosen just now. */
export function newEntry({ fileId, mimeType }: Pick<PostFile, 'fileId' | 'mimeType'>): FileEntry {
  return { fileId, mimeType, caption: '' };
}

/** As a save says it: a caption of spaces is none. */
export function toSentFile({ fileId, mimeType, caption }: FileEntry): PostFile {
  const said = caption.trim();
  return { fileId, mimeType, ...(said !== '' && { caption: said }) };
}

/** The thumbnail says under it what its picture says among those of the post, where it is one of them. */
export function sayingOf(thumbnail: FileEntry | null, fileId: string, caption: string): FileEntry | null {
  return thumbnail?.fileId === fileId ? { ...thumbnail, caption } : thumbnail;
}

/** The entries with one more, which a list has once. `turnOf` tells in which turn an entry was asked for, if it was. */
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

/** The entries in their new order, after one was put where another one is. */
export function moved(entries: readonly FileEntry[], fileId: string, overId: string): FileEntry[] {
  const from = entries.findIndex((entry) => entry.fileId === fileId);
  const to = entries.findIndex((entry) => entry.fileId === overId);
  const entry = entries[from];
  if (!entry || to === -1) return [...entries];
  return entries.toSpliced(from, 1).toSpliced(to, 0, entry);
}
