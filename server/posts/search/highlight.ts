import type { TextPiece } from '#contract/post-search.ts';
import { FoldedText } from './fold-text.ts';
import { placeOfWord } from './words.ts';

/** How much of a text is shown around the first match, and how much of that in front of it. */
const LENGTH = 160;
const BEFORE = 40;
/** A letter with all its marks may be so long; what is longer may be cut. */
const MAX_GRAPHEME = 40;
const MORE = { text: '…', isMatch: false };

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

interface Span {
  readonly from: number;
  readonly to: number;
}

/** A part of a text that is shown. */
interface Shown extends Span {
  /** What begins later, and is not shown to its end, is not marked. */
  readonly first: number;
}

/** A whole text in pieces, with every place that says one of the words. */
export function highlightAll(text: string, words: readonly string[]): TextPiece[] {
  const all = { from: 0, to: text.length, first: 0 };
  return toPieces(text, all, matchesIn(new FoldedText(text), words, all));
}

/** The piece of a text that says one of the words first; the beginning, where it says none. */
export function highlightFirst(text: string, words: readonly string[]): TextPiece[] {
  const { folded, first } = findFirst(text, words);
  const shown = windowAround(text, first);
  const pieces = toPieces(text, shown, matchesIn(folded, words, shown));
  return [
    ...(text.slice(0, shown.from).trim() ? [MORE] : []),
    ...pieces.map((piece) => ({ ...piece, text: piece.text.replace(/\s+/gv, ' ') })),
    ...(text.slice(shown.to).trim() ? [MORE] : []),
  ];
}

/** How much of a text is folded at first; most say a word early. */
const FIRST_PART = 4000;
/** Whatever is shown, and the longest word, end before this. */
const MARGIN = 1000;

/** Where a text says one of the words first, and so much of it folded that the end of what is shown is in it. */
function findFirst(text: string, words: readonly string[]): { folded: FoldedText; first: number } {
  for (let length = FIRST_PART; ; length *= 4) {
    const folded = new FoldedText(text.slice(0, length));
    const places = words.map((word) => placeOfWord(folded.folded, word)).filter((place) => place >= 0);
    const first = places.length > 0 ? folded.startOf(Math.min(...places)) : undefined;
    if (length >= text.length || (first !== undefined && first + MARGIN < length)) return { folded, first: first ?? 0 };
  }
}

function windowAround(text: string, first: number): Shown {
  const from = first <= BEFORE ? 0 : Math.min(beginningAfter(text, first - BEFORE), first);
  return { from, to: endBefore(text, from + LENGTH), first };
}

/** Where a letter ends, and in a spaced script a word, if one does shortly before. */
function endBefore(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const space = /\s(?=\S*$)/v.exec(text.slice(place - BEFORE / 2, place + 1));
  return space ? place - BEFORE / 2 + space.index : cutAt(text, place);
}

/** Where a letter begins, and in a spaced script a word, if one does soon. */
function beginningAfter(text: string, place: number): number {
  const space = /\s\S/v.exec(text.slice(place, place + BEFORE / 2));
  return space ? place + space.index + 1 : cutAt(text, place);
}

/** The beginning of the letter that stands at a place. */
function cutAt(text: string, place: number): number {
  if (place >= text.length) return text.length;
  const from = Math.max(0, place - MAX_GRAPHEME);
  const letter = graphemes.segment(text.slice(from, place + MAX_GRAPHEME)).containing(place - from);
  return from + (letter?.index ?? 0);
}

/** Where the words are said in a part of the text, in order and without overlaps. */
function matchesIn(folded: FoldedText, words: readonly string[], shown: Shown): Span[] {
  const spans = words.flatMap((word) => [...matchesOf(folded, word, shown)]);
  const merged: { from: number; to: number }[] = [];
  for (const span of spans.sort((one, other) => one.from - other.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

function* matchesOf(folded: FoldedText, word: string, { from, to, first }: Shown): Iterable<Span> {
  let place = placeOfWord(folded.folded, word, folded.placeAt(from));
  while (place >= 0) {
    const [start, end] = [folded.startOf(place), folded.endOf(place + word.length)];
    if (start >= to || (end > to && start > first)) return;
    yield { from: Math.max(start, from), to: Math.min(end, to) };
    if (end >= to) return;
    place = placeOfWord(folded.folded, word, place + word.length);
  }
}

function toPieces(text: string, shown: Span, matches: readonly Span[]): TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = shown.from;
  for (const { from, to } of matches) {
    pieces.push({ text: text.slice(at, from), isMatch: false }, { text: text.slice(from, to), isMatch: true });
    at = to;
  }
  pieces.push({ text: text.slice(at, shown.to), isMatch: false });
  return pieces.filter((piece) => piece.text !== '');
}
