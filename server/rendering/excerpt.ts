import { EXCERPT_LENGTH } from '#contract/posts.ts';

/**
 * Cuts at the end of a sentence, phrase or word. Follows Japanese line breaking rules (kinsoku): no opening bracket at
 * the end, no small kana or long-vowel sign split off, no grapheme cluster split, no closing punctuation at the start.
 */
export function toExcerpt(text: string): string {
  const line = toLine(text);
  const letters = lettersOf(line);
  const room = countWithin(letters, EXCERPT_LENGTH);
  if (letters.slice(0, room).join('').length === line.length) return line;
  const depths = bracketDepths(letters.slice(0, room));
  const sentences = lastIndex(room, Math.ceil(room / 2), (at) => depths[at - 1] === 0 && isEndOfSentence(letters, at));
  if (sentences !== undefined) return letters.slice(0, sentences).join('');
  const phrases =
    lastIndex(room, Math.ceil((room * 3) / 4), (at) => isEndOfPhrase(letters, at)) ??
    lastIndex(room, Math.ceil(room / 2), (at) => mayBreak(letters, at) && !isInsideWord(letters, at)) ??
    lastIndex(room, 1, (at) => mayBreak(letters, at)) ??
    room;
  return withEllipsis(letters.slice(0, phrases).join(''));
}

/** Japanese takes no space after closing punctuation. */
function toLine(text: string): string {
  return text
    .replace(/\s+/g, (_, at: number) => (WIDE_CLOSING.test(text[at - 1] ?? '') ? '' : ' '))
    .trim()
    .replace(STRAY_START, '');
}

const WIDE_CLOSING = /[、。，．！？」』）】〉》〕］｝]/;
const STRAY_START = /^[\s、。，．！？・：；…‥)\]}」』）】〉》〕］｝｡｣､･”»ー〜ゝゞヽヾ々]+/;

const byLetter = new Intl.Segmenter('ja', { granularity: 'grapheme' });

/** Reads some graphemes more than the limit, because breaking rules look at what follows the cut. */
function lettersOf(line: string): string[] {
  const letters = [...byLetter.segment(line.slice(0, EXCERPT_LENGTH * 2 + 2 * MAX_MARKS))].map(
    ({ segment }) => segment,
  );
  // Splits excessively combined graphemes into code points, so that they cannot exceed the limit.
  return letters.some((letter) => letter.length > MAX_MARKS) ? [...letters.join('')] : letters;
}

const MAX_MARKS = 40;

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

function isEndOfSentence(letters: readonly string[], at: number): boolean {
  let stop = at - 1;
  while (CLOSING.test(letters[stop] ?? '')) stop -= 1;
  const last = letters[stop] ?? '';
  const next = letters[at] ?? '';
  if (CLOSING.test(next)) return false;
  // In 「はい。」と the sentence continues after the quotation.
  if (WIDE_STOP.test(last)) return !WIDE_STOP.test(next) && !(stop < at - 1 && HIRAGANA.test(next));
  return STOP.test(last) && next === ' ' && !isAbbreviated(letters, stop);
}

/** The number of brackets that are open after each letter. */
function bracketDepths(letters: readonly string[]): number[] {
  let open = 0;
  return letters.map((letter) => {
    if (OPENING.test(letter)) open += 1;
    else if (CLOSING_BRACKET.test(letter)) open = Math.max(0, open - 1);
    return open;
  });
}

const OPENING = /[「『（【〈《〔［｛([{“｢]/;
const CLOSING_BRACKET = /[」』）】〉》〕］｝)\]}”｣]/;

/** Tests for `Dr.`, `e.g.` and initials, whose period does not end a sentence. */
function isAbbreviated(letters: readonly string[], stop: number): boolean {
  return letters[stop] === '.' && ABBREVIATION.test(letters.slice(Math.max(0, stop - 12), stop).join(''));
}

const ABBREVIATION = /(?:^|[\s(])(?:\p{Lu}|Mr|Mrs|Ms|Dr|Prof|St|No|vs|cf|etc|al|approx|(?:\p{L}\.)+\p{L})$/u;

const NOT_FIRST =
  /^[ぁぃぅぇぉっゃゅょゎゕゖァィゥェォッャュョヮヵヶㇰ-ㇿｧ-ｯーｰ々〻ゝゞヽヾ゛゜ﾞﾟ、。，．！？：；・…‥｡､･」』）】〉》〕］｝｣)\]}”’»!?,.:;%％℃〜]/u;
const NOT_LAST = /[\p{Ps}\p{Pi}#＃$¥￥£€＄@＠]$/u;

function mayBreak(letters: readonly string[], at: number): boolean {
  return !NOT_FIRST.test(letters[at] ?? '') && !NOT_LAST.test(letters[at - 1] ?? '');
}

const WIDE = /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}ー\u3000-\u303f\uff00-\uff60]/u;

/** Text with spaces and addresses may be split at spaces only, or next to Japanese characters. */
function isInsideWord(letters: readonly string[], at: number): boolean {
  return [letters[at - 1] ?? ' ', letters[at] ?? ' '].every((letter) => letter !== ' ' && !WIDE.test(letter));
}

function isEndOfPhrase(letters: readonly string[], at: number): boolean {
  const last = letters[at - 1] ?? '';
  const next = letters[at] ?? '';
  if (!mayBreak(letters, at) || isInsideWord(letters, at)) return false;
  return last === ' ' || next === ' ' || WIDE_CLOSING.test(last) || (HIRAGANA.test(last) && !HIRAGANA.test(next));
}

function withEllipsis(cut: string): string {
  const end = cut.replace(/[\s、，,;:：；・…‥.\p{Ps}\p{Pi}\p{Pd}#＃]+$/u, '');
  return /[。！？!?]$/.test(end) && end === cut.trimEnd() ? end : `${end}…`;
}
