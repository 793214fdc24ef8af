import { setImmediate } from 'node:timers/promises';
import { runsOf } from './words.ts';

/** Where a gram stands: the letter in front of it. */
export type Field = 't' | 'b';

/** Longer beginnings of words are looked for among the whole words. */
const MAX_PREFIX = 4;
/** Of a longer word only the beginning is known. */
const MAX_WORD = 40;
/** A text of a million letters has half as many; of what has more, the rest is not found. */
export const MAX_GRAMS = 50_000;
/** After so many grams others have their turn. */
const GRAMS_IN_TURN = 20_000;

/** The gram of a tag is its id: what it is called is looked up when somebody asks. */
export function gramOfTag(tagId: string): string {
  return `k${tagId}`;
}

/**
 * The grams of a folded text: of dense scripts each letter and each two that follow each other, of others the
 * beginnings of each word (`^`) and the whole word (`=`) where it is longer than these.
 */
export function gramsOf(field: Field, folded: string): Set<string> {
  const grams = new Set<string>();
  for (const gram of everyGram(folded)) {
    grams.add(field + gram);
    if (grams.size >= MAX_GRAMS) return grams;
  }
  return grams;
}

/** The same, which holds nobody up for as long as a long text takes. */
export async function gramsInTurns(field: Field, folded: string): Promise<Set<string>> {
  const grams = new Set<string>();
  let seen = 0;
  for (const gram of everyGram(folded)) {
    grams.add(field + gram);
    if (grams.size >= MAX_GRAMS) return grams;
    seen += 1;
    if (seen % GRAMS_IN_TURN === 0) await setImmediate();
  }
  return grams;
}

function* everyGram(folded: string): Iterable<string> {
  for (const { text, isDense } of runsOf(folded)) yield* isDense ? denseGrams(text) : spacedGrams(text);
}

function* denseGrams(run: string): Iterable<string> {
  let before = '';
  for (const letter of run) {
    yield letter;
    if (before) yield before + letter;
    before = letter;
  }
}

function* spacedGrams(word: string): Iterable<string> {
  const letters = [...word.slice(0, 2 * MAX_WORD)];
  let prefix = '^';
  for (const letter of letters.slice(0, MAX_PREFIX)) {
    prefix += letter;
    yield prefix;
  }
  if (letters.length > MAX_PREFIX) yield `=${letters.slice(0, MAX_WORD).join('')}`;
}

/** How posts are found that say a word: they have all of the grams, and one that begins with the prefix. */
export interface WordPlan {
  readonly word: string;
  /** Without a field in front. */
  readonly grams: readonly string[];
  readonly prefix: string | undefined;
  /** Whether every post that is so found says the word; otherwise its text has to be looked at. */
  readonly isExact: boolean;
}

export function planOf(word: string): WordPlan {
  const grams = new Set<string>();
  let prefix: string | undefined;
  let isExact = true;
  for (const { text, at, isDense } of runsOf(word)) {
    const letters = [...text];
    isExact &&= text === word && letters.length <= (isDense ? 2 : MAX_WORD);
    if (isDense) for (const gram of pairsOf(letters)) grams.add(gram);
    else if (letters.length > MAX_PREFIX && at + text.length === word.length) prefix = spacedGram(letters);
    else grams.add(spacedGram(letters));
  }
  return { word, grams: [...grams], prefix, isExact };
}

function spacedGram(letters: readonly string[]): string {
  return letters.length > MAX_PREFIX ? `=${letters.slice(0, MAX_WORD).join('')}` : `^${letters.join('')}`;
}

/** What has a long prefix has this one, too. */
export function shortPrefix(prefix: string): string {
  return `^${[...prefix.slice(1)].slice(0, MAX_PREFIX).join('')}`;
}

function pairsOf(letters: readonly string[]): readonly string[] {
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
