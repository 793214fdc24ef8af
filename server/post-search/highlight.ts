import type { TextPiece } from '#contract/post-search.ts';
import { FoldedText } from '../platform/fold-text.ts';
import { offsetOfWord } from './words.ts';

/** Characters; `BEFORE` of them precede the match. */
const LENGTH = 160;
const BEFORE = 40;
const MAX_GRAPHEME = 40;
const MORE = { text: '…', isMatch: false };

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

interface Span {
  readonly from: number;
  readonly to: number;
}

interface Shown extends Span {
  /** Start of the first match. Later matches that extend beyond the snippet are not highlighted. */
  readonly first: number;
}

export function highlightAll(text: string, words: readonly string[]): TextPiece[] {
  const all = { from: 0, to: text.length, first: 0 };
  return toPieces(text, all, matchesIn(new FoldedText(text), words, all));
}

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

const FIRST_PART = 4000;
/** Larger than a snippet and than the longest word. */
const MARGIN = 1000;

function findFirst(text: string, words: readonly string[]): { folded: FoldedText; first: number } {
  for (let length = FIRST_PART; ; length *= 4) {
    const folded = new FoldedText(text.slice(0, length));
    const offsets = words.map((word) => offsetOfWord(folded.folded, word)).filter((offset) => offset >= 0);
    const first = offsets.length > 0 ? folded.startOf(Math.min(...offsets)) : undefined;
    if (length >= text.length || (first !== undefined && first + MARGIN < length)) return { folded, first: first ?? 0 };
  }
}

function windowAround(text: string, first: number): Shown {
  const from = first <= BEFORE ? 0 : Math.min(beginningAfter(text, first - BEFORE), first);
  return { from, to: endBefore(text, from + LENGTH), first };
}

function endBefore(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const space = /\s(?=\S*$)/v.exec(text.slice(offset - BEFORE / 2, offset + 1));
  return space ? offset - BEFORE / 2 + space.index : cutAt(text, offset);
}

function beginningAfter(text: string, offset: number): number {
  const space = /\s\S/v.exec(text.slice(offset, offset + BEFORE / 2));
  return space ? offset + space.index + 1 : cutAt(text, offset);
}

function cutAt(text: string, offset: number): number {
  if (offset >= text.length) return text.length;
  const from = Math.max(0, offset - MAX_GRAPHEME);
  const letter = graphemes.segment(text.slice(from, offset + MAX_GRAPHEME)).containing(offset - from);
  return from + (letter?.index ?? 0);
}

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
  let offset = offsetOfWord(folded.folded, word, folded.offsetAt(from));
  while (offset >= 0) {
    const start = folded.startOf(offset);
    const end = folded.endOf(offset + word.length);
    if (start >= to || (end > to && start > first)) return;
    yield { from: Math.max(start, from), to: Math.min(end, to) };
    if (end >= to) return;
    offset = offsetOfWord(folded.folded, word, offset + word.length);
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
