import { EXCERPT_LENGTH } from '#contract/posts.ts';

/**
 * The beginning of a text, in one line: up to the end of a sentence, or else of a phrase or word. It is cut as a
 * typesetter would: no bracket is left open at its end, no small kana or long-vowel sign parted from its syllable, and
 * no letter from its marks. It does not begin with what closes something.
 */
export function toExcerpt(text: string): string {
  const line = toLine(text);
  const letters = lettersOf(line);
  const room = countWithin(letters, EXCERPT_LENGTH);
  if (letters.slice(0, room).join('').length === line.length) return line;
  const sentences = lastIndex(room, Math.ceil(room / 2), (at) => isEndOfSentence(letters, at));
  if (sentences !== undefined) return letters.slice(0, sentences).join('');
  const phrases =
    lastIndex(room, Math.ceil((room * 3) / 4), (at) => isEndOfPhrase(letters, at)) ??
    lastIndex(room, Math.ceil(room / 2), (at) => mayBreak(letters, at) && !isInsideWord(letters, at)) ??
    lastIndex(room, 1, (at) => mayBreak(letters, at)) ??
    room;
  return withEllipsis(letters.slice(0, phrases).join(''));
}

/** A new line is a space, but not after what closes a Japanese sentence, which has its own. */
function toLine(text: string): string {
  return text
    .replace(/\s+/g, (_, at: number) => (WIDE_CLOSING.test(text[at - 1] ?? '') ? '' : ' '))
    .trim()
    .replace(STRAY_START, '');
}

const WIDE_CLOSING = /[、。，．！？」』）】〉》〕］｝]/;
const STRAY_START = /^[\s、。，．！？・：；…‥)\]}」』）】〉》〕］｝｡｣､･”»ー〜ゝゞヽヾ々]+/;

const byLetter = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** As many as could be needed: with their marks, and with some of what follows the cut. */
function lettersOf(line: string): string[] {
  const letters = [...byLetter.segment(line.slice(0, EXCERPT_LENGTH * 5))].map(({ segment }) => segment);
  // A letter with more marks than fit is no letter; its characters are cut one by one.
  return letters.some((letter) => letter.length > MAX_MARKS) ? [...letters.join('')] : letters;
}

const MAX_MARKS = 40;

/** How many letters have no more characters in them than that. */
function countWithin(letters: readonly string[], limit: number): number {
  let characters = 0;
  const over = letters.findIndex((letter) => {
    characters += [...letter].length;
    return characters > limit;
  });
  return over < 0 ? letters.length : over;
}

function lastIndex(from: number, to: number, test: (at: number) => boolean): number | undefined {
  for (let at = from; at >= to && at > 0; at -= 1) if (test(at)) return at;
  return undefined;
}

const WIDE_STOP = /[。！？．｡]/;
const STOP = /[.!?]/;
const CLOSING = /[」』）】〉》〕］｝)\]}”’"'｣]/;
const HIRAGANA = /\p{Script=Hiragana}/u;

/** Where a sentence has ended before the letter at that place, and no bracket that opened before it is still open. */
function isEndOfSentence(letters: readonly string[], at: number): boolean {
  let stop = at - 1;
  while (CLOSING.test(letters[stop] ?? '')) stop -= 1;
  const [last = '', next = ''] = [letters[stop], letters[at]];
  if (CLOSING.test(next) || openBrackets(letters, at) > 0) return false;
  // 「はい。」と goes on.
  if (WIDE_STOP.test(last)) return !WIDE_STOP.test(next) && !(stop < at - 1 && HIRAGANA.test(next));
  return STOP.test(last) && next === ' ' && !isAbbreviated(letters, stop);
}

function openBrackets(letters: readonly string[], end: number): number {
  let open = 0;
  for (const letter of letters.slice(0, end)) {
    if (/[「『（【〈《〔［｛([{“｢]/.test(letter)) open += 1;
    else if (/[」』）】〉》〕］｝)\]}”｣]/.test(letter)) open = Math.max(0, open - 1);
  }
  return open;
}

/** `Dr.`, `e.g.` and the full stop after an initial end no sentence. */
function isAbbreviated(letters: readonly string[], stop: number): boolean {
  return letters[stop] === '.' && ABBREVIATION.test(letters.slice(Math.max(0, stop - 12), stop).join(''));
}

const ABBREVIATION = /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|No|vs|cf|etc|al|approx|(?:\p{L}\.)+\p{L})$/u;

/** What a line does not begin with: it belongs to what stands before it. */
const NOT_FIRST =
  /^[ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯーｰ々〻ゝゞヽヾ゛゜ﾞﾟ、。，．！？：；・…‥｡､･」』）】〉》〕］｝｣)\]}”’»!?,.:;%％℃〜]/u;
/** What a line does not end with: it belongs to what follows. */
const NOT_LAST = /[\p{Ps}\p{Pi}#＃$¥￥£€＄@＠]$/u;

function mayBreak(letters: readonly string[], at: number): boolean {
  return !NOT_FIRST.test(letters[at] ?? '') && !NOT_LAST.test(letters[at - 1] ?? '');
}

const WIDE = /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー\u3000-\u303f\uff00-\uff60]/u;

/** Scripts with spaces, and addresses, are parted at their spaces alone, or where they meet Japanese. */
function isInsideWord(letters: readonly string[], at: number): boolean {
  return [letters[at - 1] ?? ' ', letters[at] ?? ' '].every((letter) => letter !== ' ' && !WIDE.test(letter));
}

/** After a space, a comma or a closing bracket; and where the kana that end a Japanese phrase are over. */
function isEndOfPhrase(letters: readonly string[], at: number): boolean {
  const [last = '', next = ''] = [letters[at - 1], letters[at]];
  if (!mayBreak(letters, at) || isInsideWord(letters, at)) return false;
  return last === ' ' || next === ' ' || WIDE_CLOSING.test(last) || (HIRAGANA.test(last) && !HIRAGANA.test(next));
}

/** What leads on to something is left out before an ellipsis; what has ended needs none. */
function withEllipsis(cut: string): string {
  const end = cut.replace(/[\s、，,;:：；・…‥.\p{Ps}\p{Pi}\p{Pd}#＃]+$/u, '');
  return /[。！？!?]$/.test(end) && end === cut.trimEnd() ? end : `${end}…`;
}
