import { setImmediate } from 'node:timers/promises';
import { foldText } from '../platform/fold-text.ts';

/** Scripts without spaces between words, or whose words match anywhere. */
const DENSE = String.raw`[[\p{L}\p{N}\p{M}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]]`;
const SPACED = String.raw`[[\p{L}\p{N}\p{M}]--${DENSE}]`;

const RUNS = new RegExp(`(?<dense>${DENSE}+)|${SPACED}+`, 'gv');
const SPACED_LETTER = new RegExp(SPACED, 'v');
const ANY_LETTER = /[\p{L}\p{N}]/v;

export interface Run {
  readonly text: string;
  readonly at: number;
  readonly isDense: boolean;
}

function* runsOf(folded: string): Iterable<Run> {
  for (const { 0: text, index: at, groups } of folded.matchAll(RUNS)) {
    yield { text, at, isDense: groups?.dense !== undefined };
  }
}

const TERMS = /"([^"]*)"?|[^\s"]+/gv;

/** Punctuation trimmed from words; `#` and `+` stay because of words like C#. */
const AROUND = /^[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;:!?'、。・]+|[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}.,;:!?'、。・]+$/gv;

/** A quoted phrase counts as one word. */
export function readWords(q: string): string[] {
  const terms = [...foldText(q).matchAll(TERMS)].map(([term, quoted]) => (quoted ?? term).replace(AROUND, ''));
  return [...new Set(terms.filter((term) => ANY_LETTER.test(term)))];
}

/** Words of spaced scripts match at the start of a word only. */
export function offsetOfWord(folded: string, word: string, from = 0): number {
  let at = folded.indexOf(word, from);
  while (at > 0 && isSpacedLetter(word.codePointAt(0)) && isSpacedLetter(codePointBefore(folded, at))) {
    at = folded.indexOf(word, at + 1);
  }
  return at;
}

function isSpacedLetter(codePoint: number | undefined): boolean {
  return codePoint !== undefined && SPACED_LETTER.test(String.fromCodePoint(codePoint));
}

function codePointBefore(text: string, at: number): number | undefined {
  const before = text.codePointAt(at - 2);
  return before !== undefined && before > 0xffff ? before : text.codePointAt(at - 1);
}

/** Title, text and slug. */
export type Field = 't' | 'b' | 'u';

/** Longer prefixes are searched among whole words. */
const MAX_PREFIX = 4;

/** Longer words are indexed by their first characters only. */
const MAX_WORD = 40;

/** Per field; a text of a million characters has about half as many. The rest is not searchable. */
export const MAX_NGRAMS = 50_000;

/** Per field, in UTF-16 units. PostgreSQL rejects more than a mebibyte of terms in one row. */
const MAX_LENGTH = 300_000;
const NGRAMS_IN_TURN = 20_000;

/**
 * Dense scripts: each character and each pair (`d`). Spaced scripts: prefixes (`p`) of each word, and the whole word
 * (`w`) when it is longer than the prefixes. Consists of letters and digits only, because both engines would split
 * others.
 */
export async function ngramsOf(field: Field, folded: string): Promise<Set<string>> {
  const ngrams = new Set<string>();
  let seen = 0;
  let length = 0;
  for (const gram of everyGram(folded)) {
    const { size } = ngrams;
    ngrams.add(field + gram);
    if (ngrams.size > size) length += gram.length;
    if (ngrams.size >= MAX_NGRAMS || length >= MAX_LENGTH) break;
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
    yield `d${letter}`;
    if (before) yield `d${before}${letter}`;
    before = letter;
  }
}

function* spacedNgrams(word: string): Iterable<string> {
  const letters = [...word.slice(0, 2 * MAX_WORD)];
  let prefix = 'p';
  for (const letter of letters.slice(0, MAX_PREFIX)) {
    prefix += letter;
    yield prefix;
  }
  if (letters.length > MAX_PREFIX) yield `w${letters.slice(0, MAX_WORD).join('')}`;
}

/** Posts with the word have all n-grams and one n-gram with the prefix. */
export interface WordPlan {
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
    if (isDense) for (const gram of pairsOf(letters)) ngrams.add(`d${gram}`);
    else if (letters.length > MAX_PREFIX && at + text.length === word.length) prefix = spacedGram(letters);
    else ngrams.add(spacedGram(letters));
  }
  return { ngrams: [...ngrams], prefix, isExact };
}

function spacedGram(letters: readonly string[]): string {
  return letters.length > MAX_PREFIX ? `w${letters.slice(0, MAX_WORD).join('')}` : `p${letters.join('')}`;
}

function pairsOf(letters: readonly string[]): readonly string[] {
  return letters.length === 1 ? letters : letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
