import type { PostCreation, PostFileInput, PostUpdate, TagChoice } from '#contract/admin-posts.ts';
import { ROOT_CATEGORY } from '#contract/categories.ts';
import { type FieldError, fieldMessages, messages } from '#contract/errors.ts';
import type { PostFile } from '#contract/files.ts';
import { type BodyFormat, type EditorMode, formatOfMode, type PostLink } from '#contract/posts.ts';
import { NewTagLabel, type Tag } from '#contract/tags.ts';
import { findCategory } from '../categories/index.ts';
import type { Db } from '../database/connect.ts';
import type { Transaction } from '../database/tables.ts';
import { badRequest, invalid } from '../http/errors.ts';
import { listFilesById } from '../media/index.ts';
import type { Clock } from '../platform/clock.ts';
import { errorOfJson } from '../platform/parse-json.ts';
import type { WholePost } from '../posts/post.repository.ts';
import { type RequestedState, readStatusWord } from '../posts/post-state.ts';
import { ensureTags, findTag, listTagsById, listTagsOfPost } from '../tags/index.ts';

export function readRequestedState({ status, publishAt }: PostCreation | PostUpdate): RequestedState {
  return {
    status: status === undefined ? undefined : readStatusWord(status),
    // The form of existing clients always sends the time, even when empty.
    publishAt: publishAt === '' ? undefined : publishAt,
  };
}

export async function readCategoryId(db: Db, serviceId: string, slug: string | null): Promise<number | null> {
  if (!slug || slug === ROOT_CATEGORY) return null;
  const category = await findCategory(db, serviceId, slug);
  if (category) return category.id;
  throw badRequest(messages.categoryUnknown, { errors: [{ field: 'category', message: fieldMessages.invalid }] });
}

/** Creates tags with new labels. */
export async function chooseTags(
  trx: Transaction,
  { clock, serviceId }: { clock: Clock; serviceId: string },
  choices: readonly TagChoice[],
): Promise<Tag[]> {
  const tagIds = [...new Set(choices.flatMap((choice) => ('tagId' in choice ? [choice.tagId] : [])))];
  const known = await listTagsById(trx, serviceId, tagIds);
  if (known.length < tagIds.length) throw invalid({ tags: fieldMessages.invalid });
  await rejectNewCommas(trx, serviceId, choices);
  const labels = choices.flatMap((choice) => ('label' in choice ? [choice.label] : []));
  const named = await ensureTags(trx, { clock }, serviceId, labels);
  return [...new Map([...known, ...named].map((tag) => [tag.tagId, tag])).values()];
}

/** Existing tags may have commas. */
async function rejectNewCommas(trx: Transaction, serviceId: string, choices: readonly TagChoice[]): Promise<void> {
  const errors: FieldError[] = [];
  for (const [index, choice] of choices.entries()) {
    if ('tagId' in choice || NewTagLabel.safeParse(choice.label).success) continue;
    if (await findTag(trx, serviceId, choice.label)) continue;
    errors.push({ field: 'label', message: fieldMessages.comma, path: `tags[${index}].label` });
  }
  if (errors.length > 0) throw badRequest(messages.validationFailed, { errors });
}

export function toStoredLinks(links: readonly PostLink[]): string {
  return JSON.stringify(links.map(({ id, url, label }) => ({ id, url, ...(label && { label }) })));
}

export interface BodyKind {
  readonly bodyFormat: BodyFormat;
  readonly editorMode: EditorMode;
}

/**
 * An editor implies its format. A format alone keeps the current editor when it fits, and otherwise selects the first
 * one of that format.
 * @throws {HttpError} when editor and format do not match
 */
export function readBodyKind(
  { bodyFormat, editorMode }: { bodyFormat?: BodyFormat | undefined; editorMode?: EditorMode | undefined },
  stored?: BodyKind,
): BodyKind {
  if (editorMode) {
    const format = formatOfMode[editorMode];
    if (bodyFormat !== undefined && bodyFormat !== format) throw invalid({ editorMode: fieldMessages.invalid });
    return { editorMode, bodyFormat: format };
  }
  const format = bodyFormat ?? stored?.bodyFormat ?? 'markdown';
  if (stored?.bodyFormat === format) return { bodyFormat: format, editorMode: stored.editorMode };
  const modes = Object.keys(formatOfMode) as EditorMode[];
  return { bodyFormat: format, editorMode: modes.find((mode) => formatOfMode[mode] === format) ?? 'markdown' };
}

export function rejectInvalidJson({ body, bodyFormat }: Pick<WholePost, 'body' | 'bodyFormat'>): void {
  const problem = bodyFormat === 'json' ? errorOfJson(body) : undefined;
  if (problem === undefined) return;
  if (problem === 'tooComplex') throw invalid({ body: fieldMessages.tooComplex });
  const errors = [{ field: 'body', message: fieldMessages.invalid }];
  throw badRequest(messages.bodyNotJson, { errors });
}

/** Files that the post already has stay allowed even when they were removed. */
export async function chooseFiles(
  trx: Transaction,
  { serviceId, currentFiles }: { readonly serviceId: string; readonly currentFiles: readonly PostFile[] },
  choices: readonly PostFileInput[],
): Promise<PostFile[]> {
  const ids = choices.map(({ fileId }) => fileId);
  const known = new Map(
    [...currentFiles, ...(await listFilesById(trx, serviceId, ids))].map((file) => [file.fileId, file]),
  );
  return choices.map(({ fileId, caption }) => {
    const file = known.get(fileId);
    if (!file) throw badRequest(`fileId ${fileId} not exists`);
    return { fileId, mimeType: file.mimeType, ...(caption && { caption }) };
  });
}

export async function changedTags(
  db: Db,
  { serviceId, postId }: Pick<WholePost, 'serviceId' | 'postId'>,
  tags: readonly Tag[],
): Promise<readonly Tag[] | undefined> {
  const stored = new Set((await listTagsOfPost(db, serviceId, postId)).map(({ tagId }) => tagId));
  const isSame = tags.length === stored.size && tags.every(({ tagId }) => stored.has(tagId));
  return isSame ? undefined : tags;
}

type RenderedColumns = Pick<WholePost, 'body' | 'bodyFormat' | 'language'>;

export function hasOtherSource({ body, bodyFormat, language }: RenderedColumns, other: RenderedColumns): boolean {
  return body !== other.body || bodyFormat !== other.bodyFormat || language !== other.language;
}
