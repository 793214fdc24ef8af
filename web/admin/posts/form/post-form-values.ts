import type { z } from 'zod';
import type { AdminPost, PostCreation, PostUpdate } from '#contract/admin-posts.ts';
import type { PostFile } from '#contract/files.ts';
import { type EditorMode, formatOfMode } from '#contract/posts.ts';
import type { FormerText } from '../editor/switching/former-texts.ts';
import { type FileEntry, toEntry, toSentFile } from './files/file-entry.ts';
import { fromLocalInput, toLocalInput } from './local-time.ts';
import { splitTags } from './split-tags.ts';

export interface LinkRow {
  /** Known to the server, or not yet. */
  readonly id?: number;
  readonly url: string;
  readonly label: string;
}

/** A post as its form holds it. */
export interface PostFormValues {
  slug: string;
  category: string;
  title: string;
  body: string;
  editorMode: EditorMode;
  /** What the body was since the last save, before it was written in another mode. */
  formerTexts: readonly FormerText[];
  thumbnail: FileEntry | null;
  images: FileEntry[];
  files: FileEntry[];
  links: LinkRow[];
  tags: string[];
  /** A tag that is still being typed. */
  typedTag: string;
  description: string;
  author: string;
  label: string;
  /** Empty for the post's own id. */
  contentId: string;
  /** As the browser's own input writes a local time; empty for none. */
  publishAt: string;
  isHiddenInList: boolean;
  /** The groups that it is in, by their slugs. */
  groups: string[];
  /** The slug of a new post that was sent and never answered: it may be there. */
  sentAs: string;
  /** The version that the typing began on; 0 for a post that does not exist yet. */
  revision: number;
}

export function emptyValues(category: string, editorMode: EditorMode): PostFormValues {
  return {
    ...{ slug: '', category, title: '', body: '', editorMode, thumbnail: null, images: [], files: [] },
    ...{ links: [], tags: [], typedTag: '', groups: [], sentAs: '', formerTexts: [] },
    ...{ description: '', author: '', label: '', contentId: '', publishAt: '', isHiddenInList: false, revision: 0 },
  };
}

export function valuesOf(post: AdminPost): PostFormValues {
  const { slug, title, body, editorMode, description, author, label, isHiddenInList, revision } = post;
  return {
    ...{ slug, title, body, editorMode, description, author, label, isHiddenInList, revision },
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
 * `stored` is the post as the server has it. A publish time that is left alone is not sent, for the input knows no
 * seconds; nor are files, some of which may not be in the library any more.
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

/** What a form says of a post, as a save would send it. */
export function toSaid(values: PostFormValues) {
  const publishAt = fromLocalInput(values.publishAt);
  return { ...toFields(values), ...filesOf(values), publishAt, groups: [...values.groups].sort() };
}

function toFields(values: PostFormValues) {
  const { slug, category, title, body, editorMode, isHiddenInList, links, tags, typedTag } = values;
  return {
    ...{ slug: slug.trim(), category, title: title.trim(), body, isHiddenInList },
    ...{ editorMode, bodyFormat: formatOfMode[editorMode] },
    ...{ description: values.description.trim(), author: values.author.trim() },
    ...{ label: values.label.trim(), contentId: values.contentId.trim() },
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

/** Whether a post has the same files, in the same order, with the same captions. */
function isSame(files: PostFile | readonly PostFile[] | null, stored: PostFile | readonly PostFile[] | null): boolean {
  const said = (some: typeof files) => [some ?? []].flat().map(({ fileId, caption = '' }) => [fileId, caption]);
  return JSON.stringify(said(files)) === JSON.stringify(said(stored));
}

/** The tags with the one that no comma has ended yet. */
export function allTags({ tags, typedTag }: Pick<PostFormValues, 'tags' | 'typedTag'>): string[] {
  return splitTags(tags, `${typedTag},`).tags;
}

function timeOf({ publishAt }: PostFormValues, stored: string | null): { publishAt?: string | null } {
  return publishAt === toLocalInput(stored) ? {} : { publishAt: fromLocalInput(publishAt) };
}

/** The rows of the links that are sent: a row in which nothing stands is no link. */
export function rowsOfLinks(links: readonly LinkRow[]): number[] {
  return links.flatMap(({ url, label }, row) => (url.trim() !== '' || label.trim() !== '' ? [row] : []));
}

function filledLinks(links: readonly LinkRow[]): LinkRow[] {
  const rows = new Set(rowsOfLinks(links));
  return links.filter((_, row) => rows.has(row));
}

/** New links take the numbers after the highest. */
function withIds(links: readonly LinkRow[]) {
  let last = Math.max(0, ...links.map(({ id = 0 }) => id));
  return links.map(({ id, url, label }) => {
    if (id === undefined) last += 1;
    return { id: id ?? last, url: url.trim(), ...(label.trim() !== '' && { label: label.trim() }) };
  });
}
