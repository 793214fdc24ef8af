import { isEastAsian } from './card-text.ts';

/** Costs of breaking a line, comparable to the costs of uneven lines. */
const breakCosts = {
  /** After a space, punctuation or Japanese phrase. */
  none: 0,
  /** Between parts of a compound, or after a hyphen. */
  compound: 0.5,
  attached: 1,
  inJapaneseWord: 2.5,
  inWord: 12,
  /** Forbidden by kinsoku rules; only if there is no other break. */
  never: 40,
} as const;

const NEVER_FIRST =
  /^[、。，．・：；？！゛゜ヽヾゝゞ々〻ー〜～）〕］｝〉》」』】〙〗〟’”»›\])}!?,.:;%‰℃…‥ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿ]/u;
const NEVER_LAST = /[（〔［｛〈《「『【〘〖〝‘“«‹[({#＃@＠$＄¥￥£第]$/u;
const IN_TWOS = /^[—―…‥]$/u;
const DASH = /^[—–-]$/u;
const ENDS_PHRASE = /[、。，．：；？！…]$/u;
const OPENS = /^[（〔［｛〈《「『【〘〖]/u;
const CLOSES = /[）〕］｝〉》」』】〙〗]$/u;
const KANA = /^[\p{Script=Hiragana}ー]+$/u;
const KATAKANA_LAST = /[\p{Script=Katakana}ー]$/u;
const KATAKANA_FIRST = /^[\p{Script=Katakana}ー]/u;
const BEFORE_NAMES = /^[お御各新全約前元超再非未無不]$/u;
const DIGITS_LAST = /[0-9０-９.,]$/u;
const BREAKABLE_LATIN = /[-‐–/_&]$/u;

const words = new Intl.Segmenter('ja', { granularity: 'word' });

export function costsOfBreaks(letters: readonly string[]): number[] {
  const wordAt = wordsOf(letters);
  return letters.map((letter, index) => {
    const next = letters[index + 1];
    if (next === undefined) return breakCosts.none;
    return costBetween(letter, next, {
      word: wordAt[index] ?? letter,
      nextWord: wordAt[index + 1] ?? next,
      isSameWord: wordAt[index] === wordAt[index + 1],
    });
  });
}

interface Boundary {
  readonly word: Word;
  readonly nextWord: Word;
  readonly isSameWord: boolean;
}

/** An object, because a text may contain the same word twice. */
type Word = { readonly text: string } | string;

function costBetween(letter: string, next: string, boundary: Boundary): number {
  if (next === ' ' || NEVER_FIRST.test(next) || NEVER_LAST.test(letter)) return breakCosts.never;
  if (letter === ' ') return DASH.test(next) ? breakCosts.attached : breakCosts.none;
  if (letter === next && IN_TWOS.test(letter)) return breakCosts.never;
  if (!isEastAsian(letter) && !isEastAsian(next)) {
    return BREAKABLE_LATIN.test(letter) ? breakCosts.compound : breakCosts.inWord;
  }
  return costAmongJapanese(letter, next, boundary);
}

function costAmongJapanese(letter: string, next: string, { word, nextWord, isSameWord }: Boundary): number {
  if (ENDS_PHRASE.test(letter) || OPENS.test(next)) return breakCosts.none;
  if (isSameWord) return breakCosts.inJapaneseWord;
  const text = textOf(word);
  const following = textOf(nextWord);
  if (CLOSES.test(letter)) return KANA.test(following) ? breakCosts.attached : breakCosts.none;
  // Keeps numbers with their counters; the segmenter may split katakana words.
  if (DIGITS_LAST.test(text) || (KATAKANA_LAST.test(text) && KATAKANA_FIRST.test(following)))
    return breakCosts.inJapaneseWord;
  if (KANA.test(following) || BEFORE_NAMES.test(text)) return breakCosts.attached;
  return KANA.test(text) || /\p{Script=Hiragana}$/u.test(text) ? breakCosts.none : breakCosts.compound;
}

function textOf(word: Word): string {
  return typeof word === 'string' ? word : word.text;
}

function wordsOf(letters: readonly string[]): Word[] {
  const byUnit: Word[] = [];
  for (const { segment: text } of words.segment(letters.join(''))) {
    const word = { text };
    for (let unit = 0; unit < text.length; unit += 1) byUnit.push(word);
  }
  let unit = 0;
  return letters.map((letter) => {
    const word = byUnit[unit] ?? letter;
    unit += letter.length;
    return word;
  });
}
