import type { AdminPost } from '#contract/admin-posts.ts';
import { EditorMode, formatOfMode } from '#contract/posts.ts';
import type { TypedPost, WorkingCopy } from '#contract/working-copies.ts';
import {
  allTags,
  type FileEntry,
  type LinkRow,
  type PostFormValues,
  toEntry,
  valuesOf,
} from '../post-form/post-form-values.ts';
import { fromLocalInput, toLocalInput } from '../ui/local-time.ts';
import type { Draft } from './draft-store.ts';

export type SentCopy = TypedPost & { readonly baseRevision: number };

/** Builds the working copy from the form. An unchanged publish time is omitted because the input drops its seconds. */
export function toCopy(values: PostFormValues, storedPublishAt: string | null): SentCopy {
  const { slug, title, label, description, author, language, contentId, editorMode, body } = values;
  const { category, isHiddenInList, publishAt, thumbnail, images, files, links, groups, revision } = values;
  return {
    slug,
    title,
    label,
    description,
    author,
    language,
    contentId,
    editorMode,
    body,
    category,
    isHiddenInList,
    bodyFormat: formatOfMode[editorMode],
    thumbnail,
    images,
    files,
    groups,
    links: links.filter(({ url, label: name }) => url !== '' || name !== '').map((link) => ({ ...link })),
    tags: allTags(values).map((tag) => ({ label: tag })),
    ...(publishAt !== toLocalInput(storedPublishAt) && { publishAt: fromLocalInput(publishAt) }),
    baseRevision: revision,
  };
}

/** Fields that the copy lacks keep the saved values. */
export function valuesOfCopy({ content, baseRevision }: WorkingCopy, post: AdminPost): PostFormValues {
  const stored = valuesOf(post);
  const { slug, title, body, description, author, language, label, contentId, category, isHiddenInList } = content;
  return {
    ...stored,
    ...defined({ slug, title, isHiddenInList: isHiddenInList ?? undefined }),
    ...defined({ body: orEmpty(body), description: orEmpty(description), author: orEmpty(author) }),
    ...defined({ language: orEmpty(language) }),
    ...defined({ label: orEmpty(label), category: orEmpty(category), contentId: orEmpty(contentId) }),
    ...defined({ links: content.links?.map(toLinkRow), tags: tagsOf(content, post) }),
    ...defined({ images: filesOf(content.images), files: filesOf(content.files) }),
    ...(content.thumbnail !== undefined && { thumbnail: content.thumbnail && typedEntry(content.thumbnail) }),
    ...defined({ groups: content.groups === null ? [] : content.groups }),
    ...defined({ publishAt: localTimeOf(content.publishAt) }),
    editorMode: modeOf(content, stored.editorMode),
    revision: baseRevision,
  };
}

function defined<Fields extends object>(fields: Fields): { [Name in keyof Fields]?: NonNullable<Fields[Name]> } {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(known) as { [Name in keyof Fields]?: NonNullable<Fields[Name]> };
}

function orEmpty(text: string | null | undefined): string | undefined {
  return text === null ? '' : text;
}

function toLinkRow({ id, url, label }: NonNullable<TypedPost['links']>[number]): LinkRow {
  const number = Number(id ?? 0);
  return { ...(Number.isInteger(number) && number > 0 && { id: number }), url: url ?? '', label: label ?? '' };
}

type TypedFile = NonNullable<TypedPost['thumbnail']>;

function typedEntry({ fileId, mimeType, caption }: TypedFile): FileEntry {
  return toEntry({ fileId, mimeType: mimeType ?? '', caption: caption ?? '' });
}

function filesOf(files: readonly TypedFile[] | null | undefined): FileEntry[] | undefined {
  return files === null ? [] : files?.map(typedEntry);
}

function tagsOf({ tags }: TypedPost, post: AdminPost): string[] | undefined {
  return tags?.flatMap(({ tagId, label }) => label ?? post.tags.find((tag) => tag.tagId === tagId)?.label ?? []);
}

/** Returns undefined for a missing or invalid time, which keeps the saved one. */
function localTimeOf(publishAt: string | null | undefined): string | undefined {
  if (publishAt === null) return '';
  if (publishAt === undefined || Number.isNaN(Date.parse(publishAt))) return undefined;
  return toLocalInput(publishAt);
}

function modeOf({ editorMode, bodyFormat }: TypedPost, stored: EditorMode): EditorMode {
  const named = EditorMode.safeParse(editorMode);
  if (named.success) return named.data;
  if (bodyFormat === undefined || bodyFormat === formatOfMode[stored]) return stored;
  return EditorMode.options.find((mode) => formatOfMode[mode] === bodyFormat) ?? stored;
}

/** Tolerance for a server copy that is later than the browser draft but holds the same typing. */
const SAME_TYPING_MS = 60_000;

/**
 * Returns the values to open the form with instead of the saved post; undefined when the copy adds nothing.
 * The browser's own draft takes precedence unless the copy is later and differs from it.
 */
export function valuesToOpen(
  copy: WorkingCopy | undefined,
  post: AdminPost,
  own: Draft | undefined,
): PostFormValues | undefined {
  if (!copy) return undefined;
  const stored = valuesOf(post);
  const values = valuesOfCopy(copy, post);
  if (hasSameInput(values, stored)) return undefined;
  if (!own) return values;
  const isLater = Date.parse(copy.updatedAt) > own.savedAt + SAME_TYPING_MS;
  return isLater && !hasSameInput(values, { ...stored, ...(own.values as Partial<PostFormValues>) })
    ? values
    : undefined;
}

function hasSameInput(one: PostFormValues, other: PostFormValues): boolean {
  const textOf = (values: PostFormValues) => JSON.stringify(toCopy({ ...values, revision: 0 }, null));
  return textOf(one) === textOf(other);
}
