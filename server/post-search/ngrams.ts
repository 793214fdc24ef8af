import { setImmediate } from 'node:timers/promises';
import { runsOf } from './words.ts';

export type Field = 't' | 'b';

/** Longer prefixes are searched among whole words. */
const MAX_PREFIX = 4;
/** Longer words are indexed by their first characters only. */
const MAX_WORD = 40;
/** Per field; a text of a million characters has about half as many. The rest is not searchable. */
export const MAX_NGRAMS = 50_000;
const NGRAMS_IN_TURN = 20_000;

/** Tags are indexed by id; queries look up labels. Renaming a tag therefore needs no reindexing. */
export function gramOfTag(tagId: string): string {
  return `k${tagId}`;
}

/**
 * Dense scripts: each character and each pair. Spaced scripts: prefixes (`^`) of each word, and the whole word (`=`)
 * when it is longer than the prefixes.
 */
export function ngramsOf(field: Field, folded: string): Set<string> {
  const ngrams = new Set<string>();
  for (const gram of everyGram(folded)) {
    ngrams.add(field + gram);
    if (ngrams.size >= MAX_NGRAMS) return ngrams;
  }
  return ngrams;
}

export async function ngramsInTurns(field: Field, folded: string): Promise<Set<string>> {
  const ngrams = new Set<string>();
  let seen = 0;
  for (const gram of everyGram(folded)) {
    ngrams.add(field + gram);
    if (ngrams.size >= MAX_NGRAMS) return ngrams;
    seen += 1;
    if (seen % NGRAMS_IN_TURN === 0) await setImmediate();
  }
  return ngrams;
}

function* everyGram(folded: string): Iterable<string> {
  for (const { text, isDense } of runsOf(folded)) yield* isDense ? denseNgrams(text) : spacedNgrams(text);
}

function* denseNgrams(run: string): Iterable<string> {
  let before = '';
  for (const letter of run) {
    yield letter;
    if (before) yield before + letter;
    before = letter;
  }
}

function* spacedNgrams(word: string): Iterable<string> {
  const letters = [...word.slice(0, 2 * MAX_WORD)];
  let prefix = '^';
  for (const letter of letters.slice(0, MAX_PREFIX)) {
    prefix += letter;
    yield prefix;
  }
  if (letters.length > MAX_PREFIX) yield `=${letters.slice(0, MAX_WORD).join('')}`;
}

/** Posts with the word have all n-grams and one n-gram with the prefix. */
export interface WordPlan {
  readonly word: string;
  readonly ngrams: readonly string[];
  readonly prefix: string | undefined;
  /** False when matches have to be verified against the text. */
  readonly isExact: boolean;
}

export function planOf(word: string): WordPlan {
  const ngrams = new Set<string>();
  let prefix: string | undefined;
  let isExact = true;
  for (const { text, at, isDense } of runsOf(word)) {
    const letters = [...text];
    isExact &&= text === word && letters.length <= (isDense ? 2 : MAX_WORD);
    if (isDense) for (const gram of pairsOf(letters)) ngrams.add(gram);
    else if (letters.length > MAX_PREFIX && at + text.length === word.length) prefix = spacedGram(letters);
    else ngrams.add(spacedGram(letters));
  }
  return { word, ngrams: [...ngrams], prefix, isExact };
}

function spacedGram(letters: readonly string[]): string {
  return letters.length > MAX_PREFIX ? `=${letters.slice(0, MAX_WORD).join('')}` : `^${letters.join('')}`;
}

export function shortPrefix(prefix: string): string {
  return `^${[...prefix.slice(1)].slice(0, MAX_PREFIX).join('')}`;
}

function pairsOf(letters: readonly string[]): readonly string[] {
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
