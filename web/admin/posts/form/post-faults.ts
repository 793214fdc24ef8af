import { ApiError } from '#contract/api-client.ts';
import { ContentId, PostBody, PostLink } from '#contract/posts.ts';
import { isAllowedPostSlug, PostSlug } from '#contract/slugs.ts';
import { MAX_TAGS, TagLabel } from '#contract/tags.ts';
import type { ConsoleKey } from '../../ui/failure-text.ts';
import { jsonFault } from '../editor/json-fault.ts';
import { fromLocalInput } from './local-time.ts';
import { allTags, type LinkRow, type PostFormValues } from './post-form-values.ts';

/** What is wrong with a form before the server has seen it, by field in the form's own order. */
export function postFaults(values: PostFormValues): Record<string, ConsoleKey> {
  const faults: Record<string, ConsoleKey | undefined> = {
    slug: slugFault(values.slug),
    title: values.title.trim() === '' ? 'rule.required' : undefined,
    body: bodyFault(values),
    ...Object.fromEntries(values.links.map((link, index) => [`links.${index}.url`, linkFault(link)])),
    tags: tagsFault(allTags(values)),
    contentId: contentIdFault(values.contentId.trim()),
    publishAt: values.publishAt === '' || fromLocalInput(values.publishAt) ? undefined : 'posts.rules.time',
  };
  return Object.fromEntries(Object.entries(faults).filter((entry): entry is [string, ConsoleKey] => !!entry[1]));
}

function bodyFault({ body, editorMode }: PostFormValues): ConsoleKey | undefined {
  if (!PostBody.safeParse(body).success) return 'posts.rules.body';
  return editorMode === 'json' && jsonFault(body) ? 'posts.rules.json' : undefined;
}

function contentIdFault(contentId: string): ConsoleKey | undefined {
  return contentId === '' || ContentId.safeParse(contentId).success ? undefined : 'posts.rules.contentId';
}

export function slugFault(slug: string): ConsoleKey | undefined {
  if (slug.trim() === '') return 'rule.required';
  if (!PostSlug.safeParse(slug.trim()).success) return 'posts.rules.slug';
  return isAllowedPostSlug(slug.trim()) ? undefined : 'msg.This slug is not allowed';
}

export function linkFault({ url, label }: LinkRow): ConsoleKey | undefined {
  if (url.trim() === '') return label.trim() === '' ? undefined : 'rule.required';
  return PostLink.shape.url.safeParse(url.trim()).success ? undefined : 'posts.rules.url';
}

function tagsFault(tags: readonly string[]): ConsoleKey | undefined {
  if (tags.length > MAX_TAGS) return 'posts.rules.tags';
  return tags.every((label) => TagLabel.safeParse(label).success) ? undefined : 'posts.rules.tag';
}

/** The server's complaints by the form's fields: all that is about a tag belongs to the one field of the tags. */
export function byFormField(
  errors: Readonly<Record<string, string>>,
  values: FilesOfForm = { thumbnail: null, images: [], files: [] },
): Record<string, string> {
  return Object.fromEntries(Object.entries(errors).map(([name, text]) => [fieldOf(name, values), text]));
}

type FilesOfForm = Pick<PostFormValues, 'thumbnail' | 'images' | 'files'>;

function fieldOf(name: string, values: FilesOfForm): string {
  if (name === 'label' || name.startsWith('tags.')) return 'tags';
  if (!['caption', 'fileId', 'mimeType'].includes(name)) return name;
  // The first field that has files: more is not said of which of them it is.
  if (values.images.length > 0) return 'images';
  return values.files.length > 0 ? 'files' : 'thumbnail';
}

/** The field with the file that the server does not know, if that is what it says. */
export function unknownFileField(error: unknown, { thumbnail, images, files }: FilesOfForm): string | undefined {
  const [, unknown] = error instanceof ApiError ? (UNKNOWN_FILE.exec(error.body.message) ?? []) : [];
  if (unknown === undefined) return undefined;
  if (images.some(({ fileId }) => fileId === unknown)) return 'images';
  if (files.some(({ fileId }) => fileId === unknown)) return 'files';
  return thumbnail?.fileId === unknown ? 'thumbnail' : undefined;
}

const UNKNOWN_FILE = /^fileId ([0-9a-z]{26}) not exists$/;
