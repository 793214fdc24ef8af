import type { z } from 'zod';
import type { AdminPost, PostCreation, PostUpdate } from '#contract/admin-posts.ts';
import type { PostFile } from '#contract/files.ts';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import { TAG_SEPARATORS } from '#contract/tags.ts';
import type { FormerText } from '../post-editor/switching/use-mode-switch.ts';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';

const SEPARATOR = new RegExp(`[${TAG_SEPARATORS.join('')}]`);

export function hasSeparator(text: string): boolean {
  return SEPARATOR.test(text);
}

export function splitTags(tags: readonly string[], text: string): { tags: string[]; rest: string } {
  const parts = text.split(SEPARATOR).map((part) => part.trim());
  const rest = parts.pop() ?? '';
  const all = [...tags, ...parts.filter((part) => part !== '')];
  return { tags: [...new Set(all)], rest };
}

export interface LinkRow {
  readonly id?: number;
  readonly url: string;
  readonly label: string;
}

export interface PostFormValues {
  slug: string;
  category: string;
  title: string;
  body: string;
  editorMode: EditorMode;
  /** Bodies from before each change of the editor mode since the last save. */
  formerTexts: readonly FormerText[];
  thumbnail: FileEntry | null;
  images: FileEntry[];
  files: FileEntry[];
  links: LinkRow[];
  tags: string[];
  typedTag: string;
  description: string;
  author: string;
  /** Empty to detect the language from the text. */
  language: string;
  label: string;
  /** Empty when the content ID is the post ID. */
  contentId: string;
  publishAt: string;
  isHiddenInList: boolean;
  groups: string[];
  /** Slug of a creation request that got no response, so the post may exist; empty for none. */
  sentAs: string;
  /** Revision that the edits are based on; 0 for a new post. */
  revision: number;
}

export function emptyValues(category: string, editorMode: EditorMode): PostFormValues {
  return {
    slug: '',
    category,
    title: '',
    body: '',
    editorMode,
    thumbnail: null,
    images: [],
    files: [],
    links: [],
    tags: [],
    typedTag: '',
    groups: [],
    sentAs: '',
    formerTexts: [],
    description: '',
    author: '',
    language: '',
    label: '',
    contentId: '',
    publishAt: '',
    isHiddenInList: false,
    revision: 0,
  };
}

export function valuesOf(post: AdminPost): PostFormValues {
  const { slug, title, body, editorMode, description, author, language, label, isHiddenInList, revision } = post;
  return {
    slug,
    title,
    body,
    editorMode,
    description,
    author,
    language,
    label,
    isHiddenInList,
    revision,
    contentId: post.contentId === post.postId ? '' : post.contentId,
    category: post.categorySlug ?? '',
    thumbnail: post.thumbnail && toEntry(post.thumbnail),
    images: post.images.map(toEntry),
    files: post.files.map(toEntry),
    links: post.links.map(({ id, url, label = '' }) => ({ id, url, label })),
    tags: post.tags.map(({ label }) => label),
    typedTag: '',
    formerTexts: [],
    groups: post.groups.map((group) => group.slug),
    sentAs: '',
    publishAt: toLocalInput(post.publishAt),
  };
}

/** Values of a new post that begins as a copy. */
export function valuesOfDuplicate(post: AdminPost, title: string): PostFormValues {
  return { ...valuesOf(post), title, slug: '', contentId: '', publishAt: '', groups: [], revision: 0 };
}

export function toCreation(values: PostFormValues, status: 'draft' | 'publish'): z.input<typeof PostCreation> {
  const { groups } = values;
  return {
    ...toFields(values),
    ...filesOf(values),
    ...timeOf(values, null),
    ...(groups.length > 0 && { groups }),
    status,
  };
}

/**
 * Builds the update request. An unchanged publish time is omitted because the input drops its seconds; unchanged files
 * are omitted because some may no longer exist in the media library.
 */
export function toUpdate(
  values: PostFormValues,
  { stored, status }: { stored: StoredPost; status?: 'publish' | undefined },
): z.input<typeof PostUpdate> {
  const { thumbnail, images, files } = filesOf(values);
  return {
    ...toFields(values),
    ...(!isSame(thumbnail, stored.thumbnail) && { thumbnail }),
    ...(!isSame(images, stored.images) && { images }),
    ...(!isSame(files, stored.files) && { files }),
    ...timeOf(values, stored.publishAt),
    ...(!hasSameGroups(values.groups, stored) && { groups: values.groups }),
    revision: values.revision,
    ...(status !== undefined && { status }),
  };
}

/** Returns the values as a save would send them, for comparison. */
export function toComparable(values: PostFormValues) {
  const publishAt = fromLocalInput(values.publishAt);
  return { ...toFields(values), ...filesOf(values), publishAt, groups: [...values.groups].sort() };
}

function toFields(values: PostFormValues) {
  const { slug, category, title, body, editorMode, isHiddenInList, links, tags, typedTag } = values;
  return {
    slug: slug.trim(),
    category,
    title: title.trim(),
    body,
    isHiddenInList,
    editorMode,
    bodyFormat: formatOfMode[editorMode],
    description: values.description.trim(),
    author: values.author.trim(),
    language: values.language,
    label: values.label.trim(),
    contentId: values.contentId.trim(),
    links: withIds(filledLinks(links)),
    tags: allTags({ tags, typedTag }).map((label) => ({ label })),
  };
}

export type StoredPost = Pick<AdminPost, 'publishAt' | 'thumbnail' | 'images' | 'files' | 'groups'>;

function filesOf({ thumbnail, images, files }: PostFormValues) {
  return {
    thumbnail: thumbnail && toSentFile(thumbnail),
    images: images.map(toSentFile),
    files: files.map(toSentFile),
  };
}

function hasSameGroups(slugs: readonly string[], { groups }: Pick<StoredPost, 'groups'>): boolean {
  return JSON.stringify([...slugs].sort()) === JSON.stringify(groups.map(({ slug }) => slug).sort());
}

function isSame(files: PostFile | readonly PostFile[] | null, stored: PostFile | readonly PostFile[] | null): boolean {
  const captions = (some: typeof files) => [some ?? []].flat().map(({ fileId, caption = '' }) => [fileId, caption]);
  return JSON.stringify(captions(files)) === JSON.stringify(captions(stored));
}

export function allTags({ tags, typedTag }: Pick<PostFormValues, 'tags' | 'typedTag'>): string[] {
  return splitTags(tags, `${typedTag},`).tags;
}

function timeOf({ publishAt }: PostFormValues, stored: string | null): { publishAt?: string | null } {
  return publishAt === toLocalInput(stored) ? {} : { publishAt: fromLocalInput(publishAt) };
}

export function rowsOfLinks(links: readonly LinkRow[]): number[] {
  return links.flatMap(({ url, label }, row) => (url.trim() !== '' || label.trim() !== '' ? [row] : []));
}

function filledLinks(links: readonly LinkRow[]): LinkRow[] {
  const rows = new Set(rowsOfLinks(links));
  return links.filter((_, row) => rows.has(row));
}

function withIds(links: readonly LinkRow[]) {
  let last = Math.max(0, ...links.map(({ id = 0 }) => id));
  return links.map(({ id, url, label }) => {
    if (id === undefined) last += 1;
    return { id: id ?? last, url: url.trim(), ...(label.trim() !== '' && { label: label.trim() }) };
  });
}

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
