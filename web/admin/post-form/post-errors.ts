import type { TFunction } from 'i18next';
import { ApiError } from '#contract/api-client.ts';
import type { FieldError } from '#contract/errors.ts';
import { ContentId, PostBody, PostLink } from '#contract/posts.ts';
import { isAllowedPostSlug, PostSlug } from '#contract/slugs.ts';
import { MAX_TAGS, TagLabel } from '#contract/tags.ts';
import { jsonError } from '../post-editor/json-error.ts';
import { type ConsoleKey, leafName, ruleText } from '../ui/failure-text.ts';
import { fromLocalInput } from '../ui/local-time.ts';
import { withoutEmpty } from '../ui/without-empty.ts';
import { allTags, type LinkRow, type PostFormValues, rowsOfLinks } from './post-form-values.ts';

export function postErrors(values: PostFormValues, t: TFunction<'console'>): Record<string, string> {
  const textOf = (key: ConsoleKey | undefined) => key && t(key);
  return withoutEmpty({
    slug: textOf(slugError(values.slug)),
    title: textOf(values.title.trim() === '' ? 'rule.required' : undefined),
    body: bodyError(values, t),
    ...Object.fromEntries(values.links.map((link, index) => [`links.${index}.url`, textOf(linkError(link))])),
    tags: tagsError(allTags(values), t),
    contentId: textOf(isContentId(values.contentId.trim()) ? undefined : 'posts.rules.contentId'),
    publishAt: textOf(values.publishAt === '' || fromLocalInput(values.publishAt) ? undefined : 'posts.rules.time'),
  });
}

function bodyError({ body, editorMode }: PostFormValues, t: TFunction<'console'>): string | undefined {
  const error = ruleText(PostBody, body, { t, otherwise: 'failure.invalid' });
  return error ?? (editorMode === 'json' && jsonError(body) ? t('posts.rules.json') : undefined);
}

function isContentId(contentId: string): boolean {
  return contentId === '' || ContentId.safeParse(contentId).success;
}

export function slugError(slug: string): ConsoleKey | undefined {
  if (slug.trim() === '') return 'rule.required';
  if (!PostSlug.safeParse(slug.trim()).success) return 'posts.rules.slug';
  return isAllowedPostSlug(slug.trim()) ? undefined : 'msg.This slug is not allowed';
}

export function linkError({ url, label }: LinkRow): ConsoleKey | undefined {
  if (url.trim() === '') return label.trim() === '' ? undefined : 'rule.required';
  return PostLink.shape.url.safeParse(url.trim()).success ? undefined : 'posts.rules.url';
}

function tagsError(tags: readonly string[], t: TFunction<'console'>): string | undefined {
  if (tags.length > MAX_TAGS) return t('posts.rules.tags', { max: MAX_TAGS });
  const wrong = tags.flatMap((label) => {
    const text = ruleText(TagLabel, label, { t, otherwise: 'failure.invalid' });
    return text === undefined ? [] : [t('posts.rules.tag', { label, text })];
  });
  return wrong.length > 0 ? wrong.join(' ') : undefined;
}

export function formFieldOf(error: FieldError, values: PostFormValues): string {
  const [, list = '', index, leaf = ''] = ROW.exec(error.path ?? '') ?? [];
  if (list === 'tags' || error.field === 'tags') return 'tags';
  if (index === undefined) return error.path?.startsWith('thumbnail.') ? 'thumbnail' : leafName(error);
  if (list === 'links' && (leaf === 'url' || leaf === 'label')) {
    return `links.${rowsOfLinks(values.links)[Number(index)]}.${leaf}`;
  }
  return leaf === 'caption' ? `${list}.${index}.caption` : list;
}

const ROW = /^(links|images|files|tags)\[(\d+)\](?:\.(\w+))?$/;

export function textWithTag(text: string, { path = '' }: FieldError, values: PostFormValues, t: TFunction<'console'>) {
  const [, list, index] = ROW.exec(path) ?? [];
  const label = list === 'tags' ? allTags(values)[Number(index)] : undefined;
  return label === undefined ? text : t('posts.rules.tag', { label, text });
}

/** Returns the field that holds the file named by the server's "not exists" error; undefined for other errors. */
export function unknownFileField(
  error: unknown,
  { thumbnail, images, files }: Pick<PostFormValues, 'thumbnail' | 'images' | 'files'>,
): string | undefined {
  const [, unknown] = error instanceof ApiError ? (UNKNOWN_FILE.exec(error.body.message) ?? []) : [];
  if (unknown === undefined) return undefined;
  if (images.some(({ fileId }) => fileId === unknown)) return 'images';
  if (files.some(({ fileId }) => fileId === unknown)) return 'files';
  return thumbnail?.fileId === unknown ? 'thumbnail' : undefined;
}

const UNKNOWN_FILE = /^fileId ([0-9a-z]{26}) not exists$/;
