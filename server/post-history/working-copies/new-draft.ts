import { PostUpdate } from '#contract/admin-posts.ts';
import { fieldMessages } from '#contract/errors.ts';
import type { TypedPost, WorkingCopy } from '#contract/working-copies.ts';
import { holdService } from '../../database/service-revision.ts';
import type { Transaction } from '../../database/tables.ts';
import { writeTransaction } from '../../database/write-transaction.ts';
import { HttpError, invalid } from '../../http/errors.ts';
import type { Log } from '../../platform/log.ts';
import { errorOfJson } from '../../platform/parse-json.ts';
import { afterSave } from '../../post-editing/after-save.ts';
import { insertNewPost, toDerivedColumns, withoutExtras } from '../../post-editing/imported-post.ts';
import { readBodyKind } from '../../post-editing/read-post-input.ts';
import type { SaveTools } from '../../post-editing/save-post.ts';
import type { WholePost } from '../../posts/post.repository.ts';
import { getPost, rewriteNewPost } from '../../posts/post.repository.ts';
import { blankState } from '../../posts/post-state.ts';
import { proposeSlug } from '../../posts/slugs/propose-slug.ts';
import type { Renderer } from '../../rendering/index.ts';
import { findBinnedPost } from '../bin/bin.repository.ts';
import { moveToBin } from '../bin/move-to-bin.ts';
import { deleteRevisionsUpTo } from '../revision.repository.ts';
import { dropWorkingCopy, storeWorkingCopy, type TypedCopy } from './change-working-copy.ts';
import { isNewDraft } from './close-working-copy.ts';
import { findWorkingCopy, listWorkingCopyContents, type StoredCopy } from './working-copy.repository.ts';

export function toWorkingCopy(
  { postId, baseRevision, revision, updatedAt, content }: StoredCopy,
  post: Pick<WholePost, 'revision'>,
): WorkingCopy {
  const isStale = post.revision > Math.max(baseRevision, 1);
  return { postId, baseRevision, revision, updatedAt, isStale, content: JSON.parse(content) };
}

/**
 * Stores the working copy of a new draft. Creates the draft when it is missing; as long as nobody has saved it, its
 * title and body follow the copy under the same revision.
 * @throws {HttpError} 404 when the draft was deleted, 409 with the newer copy
 */
export async function storeNewDraft(
  { database, renderer, ...tools }: SaveTools,
  copy: TypedCopy,
  log: Log,
): Promise<WorkingCopy> {
  const { serviceId, postId, username } = copy;
  const columns = await columnsOf(renderer, JSON.parse(copy.content));
  const options = { ...tools, serviceId, postId, actor: username };
  const { stored, isCreated } = await writeTransaction(database.writer, async (trx) => {
    await holdService(trx, serviceId);
    const found = await findUnlessDeleted(trx, copy);
    const isNew = !found || isNewDraft(found, await findWorkingCopy(trx, copy));
    const post = found ?? (await createDraft(trx, options, columns));
    const present = (each: StoredCopy) => toWorkingCopy(each, post);
    const stored = await storeWorkingCopy(trx, { ...copy, baseRevision: isNew ? 0 : 1 }, present);
    if (found && isNew && columns) {
      await rewriteNewPost(trx, found, columns);
      await deleteRevisionsUpTo(trx, found);
      await afterSave(trx, found, { ...options, kind: 'created' });
    }
    return { stored, isCreated: !found };
  });
  if (isCreated) log.info({ serviceId, postId, revision: 1, status: 'draft', actor: username }, 'post created');
  return stored;
}

async function findUnlessDeleted(trx: Transaction, key: TypedCopy): Promise<WholePost | undefined> {
  try {
    return await getPost(trx, key.serviceId, key.postId);
  } catch (error) {
    const isMissing = error instanceof HttpError && error.status === 404;
    if (!isMissing || (await findBinnedPost(trx, key))) throw error;
    return undefined;
  }
}

async function createDraft(
  trx: Transaction,
  options: Omit<SaveTools, 'database' | 'renderer'> & Parameters<typeof insertNewPost>[1],
  columns: Awaited<ReturnType<typeof columnsOf>>,
): Promise<WholePost> {
  if (!columns) throw invalid({ title: fieldMessages.required });
  // The typed slug is stored when the post is saved: it may be incomplete, and other posts may take it until then.
  const { slug } = await proposeSlug(trx, options, { serviceId: options.serviceId, by: 'random' });
  const rest = { description: '', author: '', categoryId: null, thumbnail: null, listedAt: null };
  return insertNewPost(trx, options, { ...withoutExtras, ...blankState, ...rest, slug, ...columns }, []);
}

const Text = PostUpdate.pick({ body: true, bodyFormat: true, editorMode: true, language: true });
const AS_TEXT = { bodyFormat: 'text', editorMode: 'text' } as const;
const MAX_TITLE = 300;
const MAX_TITLE_OF_BODY = 80;

/** Returns undefined without text to make a title of. JSON that is not yet complete is stored as text. */
async function columnsOf(renderer: Renderer, typed: TypedPost) {
  const { body = '', language = '', ...kind } = Text.safeParse(typed).data ?? {};
  const { bodyFormat, editorMode } = readBodyKind(kind);
  const isValid = bodyFormat !== 'json' || errorOfJson(body) === undefined;
  const source = { body: body.trimEnd(), language, ...(isValid ? { bodyFormat, editorMode } : AS_TEXT) };
  const rendered = await renderer.render(source);
  const ofBody = rendered.text.trim().split('\n')[0] ?? '';
  const title = cut(typed.title ?? '', MAX_TITLE) || cut(ofBody, MAX_TITLE_OF_BODY);
  return title === '' ? undefined : { title, ...source, ...toDerivedColumns(rendered) };
}

function cut(text: string, length: number): string {
  return [...text.trim()].slice(0, length).join('').trim();
}

/**
 * Deletes a working copy. A new draft goes to the trash with it, unless somebody else works on it, too.
 * @throws {HttpError} 404 when there is no copy, 409 with the newer copy
 */
export async function discardCopy(
  { database, clock }: Pick<SaveTools, 'database' | 'clock'>,
  { username, ...key }: Parameters<typeof dropWorkingCopy>[1],
): Promise<void> {
  await writeTransaction(database.writer, async (trx) => {
    await holdService(trx, key.serviceId);
    const post = await getPost(trx, key.serviceId, key.postId);
    const copy = await dropWorkingCopy(trx, { ...key, username }, (stored) => toWorkingCopy(stored, post));
    if (!isNewDraft(post, copy) || (await listWorkingCopyContents(trx, key)).length > 0) return;
    await moveToBin(trx, { clock, ...key, actor: username });
  });
}
