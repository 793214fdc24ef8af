const JAPANESE_LETTERS = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー]/gu;
const WORDS = /[\p{L}\p{M}\p{N}]+(?:['’.,-][\p{L}\p{M}\p{N}]+)*/gu;

const LETTERS_A_MINUTE = 500;
const WORDS_A_MINUTE = 230;

interface TextLength {
  readonly japaneseLetters: number;
  /** Words outside Japanese text, which has no spaces. */
  readonly words: number;
}

export function textLengthOf(text: string): TextLength {
  let japaneseLetters = 0;
  const rest = text.replace(JAPANESE_LETTERS, () => {
    japaneseLetters += 1;
    return ' ';
  });
  return { japaneseLetters, words: rest.match(WORDS)?.length ?? 0 };
}

export function readingSecondsOf(text: string): number {
  const { japaneseLetters, words } = textLengthOf(text);
  return Math.round((japaneseLetters / LETTERS_A_MINUTE + words / WORDS_A_MINUTE) * 60);
}
