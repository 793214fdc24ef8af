import { setImmediate } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Tag } from '#contract/tags.ts';
import type { Tables } from '../database/tables.ts';
import { foldText } from '../platform/fold-text.ts';
import { gramOfTag, ngramsInTurns } from './ngrams.ts';
import { blockOf, changePlaces, mergePlaces, type PlaceChange, placeOf } from './post-set.ts';
import {
  deletePostingsOfGram,
  findIndexVersion,
  findSearchNumber,
  listPostings,
  listPostingsOfBlock,
  listTagNgrams,
  listTextsOfPosts,
  saveNewIndex,
  savePostings,
  takeSearchNumbers,
  updateSearchNumber,
} from './search-index.repository.ts';

/**
 * Increase the first part whenever the same texts would yield other n-grams. Character classes depend on the Unicode
 * version of Node.js.
 */
export const INDEX_VERSION = `2/${process.versions.unicode}`;

interface PostKey {
  readonly serviceId: string;
  readonly postId: string;
}

export interface SearchedTexts {
  readonly title: string;
  readonly bodyText: string;
}

/** Call after `beginWrite`. A post without an index entry also gets its tags indexed. */
export async function indexPost(
  trx: Transaction<Tables>,
  post: PostKey & SearchedTexts,
  former: SearchedTexts | undefined,
): Promise<void> {
  const { serviceId, postId } = post;
  if (!(await beginIndexing(trx, serviceId))) return updateSearchNumber(trx, post, null);
  const number = await findSearchNumber(trx, post);
  const changes = new IndexChanges();
  if (number === undefined) {
    const given = await takeSearchNumbers(trx, serviceId, 1);
    await updateSearchNumber(trx, post, given);
    changes.add(given, await ngramsOfTexts(post));
    changes.add(given, (await listTagNgrams(trx, serviceId, [postId])).get(postId) ?? []);
  } else if (former && !hasSameTexts(former, post)) {
    const [before, after] = [await ngramsOfTexts(former), await ngramsOfTexts(post)];
    changes.remove(number, before.difference(after));
    changes.add(number, after.difference(before));
  }
  await saveChanges(trx, serviceId, changes);
}

function hasSameTexts(one: SearchedTexts, other: SearchedTexts): boolean {
  return one.title === other.title && one.bodyText === other.bodyText;
}

/** Call before the tags are stored. Skips posts without an index entry, because `indexPost` adds their tags later. */
export async function indexTags(
  trx: Transaction<Tables>,
  post: PostKey,
  tags: readonly Pick<Tag, 'tagId'>[],
): Promise<void> {
  const { serviceId, postId } = post;
  const number = await findSearchNumber(trx, post);
  if (number === undefined || !(await beginIndexing(trx, serviceId))) return;
  const before = new Set((await listTagNgrams(trx, serviceId, [postId])).get(postId));
  const after = new Set(tags.map(({ tagId }) => gramOfTag(tagId)));
  const changes = new IndexChanges();
  changes.remove(number, before.difference(after));
  changes.add(number, after.difference(before));
  await saveChanges(trx, serviceId, changes);
}

interface NamedTag {
  readonly serviceId: string;
  readonly tagId: string;
}

export async function indexMergedTag(
  trx: Transaction<Tables>,
  { serviceId, from, into }: { readonly serviceId: string; readonly from: string; readonly into: string },
): Promise<void> {
  const moved = await listPostings(trx, serviceId, [gramOfTag(from)]);
  const gram = gramOfTag(into);
  const held = new Map((await listPostings(trx, serviceId, [gram])).map(({ block, posts }) => [block, posts]));
  const merged = moved.map(({ block, posts }) => ({ gram, block, posts: mergePlaces(posts, held.get(block) ?? '') }));
  await savePostings(trx, serviceId, merged);
  await unindexTag(trx, { serviceId, tagId: from });
}

export async function unindexTag(trx: Transaction<Tables>, { serviceId, tagId }: NamedTag): Promise<void> {
  await deletePostingsOfGram(trx, serviceId, gramOfTag(tagId));
}

/** Call before the row and the tags of the post are deleted. */
export async function unindexPost(trx: Transaction<Tables>, post: PostKey & SearchedTexts): Promise<void> {
  const { serviceId, postId } = post;
  const number = await findSearchNumber(trx, post);
  if (number === undefined || !(await beginIndexing(trx, serviceId))) return;
  const changes = new IndexChanges();
  changes.remove(number, await ngramsOfTexts(post));
  changes.remove(number, (await listTagNgrams(trx, serviceId, [postId])).get(postId) ?? []);
  await saveChanges(trx, serviceId, changes);
}

/**
 * Call after `beginWrite`.
 * @returns number of indexed posts; 0 while an outdated index is being rebuilt
 */
export async function indexNewPosts(
  trx: Transaction<Tables>,
  serviceId: string,
  postIds: readonly string[],
): Promise<number> {
  if (postIds.length === 0 || !(await beginIndexing(trx, serviceId))) return 0;
  const posts = await listTextsOfPosts(trx, serviceId, postIds);
  const tags = await listTagNgrams(trx, serviceId, postIds);
  const first = await takeSearchNumbers(trx, serviceId, posts.length);
  const changes = new IndexChanges();
  for (const [index, { postId, ...texts }] of posts.entries()) {
    await updateSearchNumber(trx, { serviceId, postId }, first + index);
    changes.add(first + index, await ngramsOfTexts(texts));
    changes.add(first + index, tags.get(postId) ?? []);
    await setImmediate();
  }
  await saveChanges(trx, serviceId, changes);
  return posts.length;
}

async function beginIndexing(trx: Transaction<Tables>, serviceId: string): Promise<boolean> {
  const version = await findIndexVersion(trx, serviceId);
  if (version === undefined) await saveNewIndex(trx, serviceId, INDEX_VERSION);
  return version === undefined || version === INDEX_VERSION;
}

async function ngramsOfTexts({ title, bodyText }: SearchedTexts): Promise<Set<string>> {
  const inTitle = await ngramsInTurns('t', foldText(title));
  return inTitle.union(await ngramsInTurns('b', foldText(bodyText)));
}

type Permits = { readonly [Key in keyof PlaceChange]: number[] };

class IndexChanges {
  readonly blocks = new Map<number, Map<string, Permits>>();

  add(number: number, ngrams: Iterable<string>): void {
    for (const gram of ngrams) this.#of(number, gram).added.push(placeOf(number));
  }

  remove(number: number, ngrams: Iterable<string>): void {
    for (const gram of ngrams) this.#of(number, gram).removed.push(placeOf(number));
  }

  #of(number: number, gram: string): Permits {
    const block = blockOf(number);
    const ngrams = this.blocks.get(block) ?? new Map<string, Permits>();
    this.blocks.set(block, ngrams);
    const places = ngrams.get(gram) ?? { added: [], removed: [] };
    ngrams.set(gram, places);
    return places;
  }
}

const NGRAMS_AT_ONCE = 500;

async function saveChanges(trx: Transaction<Tables>, serviceId: string, { blocks }: IndexChanges): Promise<void> {
  for (const [block, changes] of blocks) {
    const all = [...changes];
    for (let from = 0; from < all.length; from += NGRAMS_AT_ONCE) {
      const some = all.slice(from, from + NGRAMS_AT_ONCE);
      const held = await listPostingsOfBlock(
        trx,
        { serviceId, block },
        some.map(([gram]) => gram),
      );
      const postings = some.map(([gram, places]) => ({
        gram,
        block,
        posts: changePlaces(held.get(gram) ?? '', places),
      }));
      await savePostings(trx, serviceId, postings);
      // Yields to other requests, because SQLite statements block the event loop.
      await setImmediate();
    }
  }
}
