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

export function* runsOf(folded: string): Iterable<Run> {
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
