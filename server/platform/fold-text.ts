/** Combining marks, including half-width kana sound marks, which NFKC turns into marks. */
const MARK = String.raw`\p{M}\uFF9E\uFF9F`;
/**
 * Characters that may combine with the preceding one: marks, default-ignorable characters, and Hangul jamo that do not
 * start a syllable, including their compatibility and half-width forms.
 */
const JOINING = String.raw`${MARK}\p{DI}\u0E33\u0EB3\u1160-\u11FF\uD7B0-\uD7FF\u3133\u3135\u3136\u313A-\u313F\u3144\u314F-\u3163\u3187-\u318E\uFFA3\uFFA5\uFFA6\uFFAA-\uFFAF\uFFC2-\uFFDC\u{16D67}\u{16D68}`;

const INVISIBLE = /\p{DI}+/gv;
const SPACES = /\s+/gv;
/** Limits marks per character, because sorting them during normalization takes quadratic time. */
const TOO_MANY_MARKS = new RegExp(`([${MARK}]{30})[${MARK}]+`, 'gv');
const MARKS = /[‘’“”„‐]/g;
const MARK_OF: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"', '„': '"', '‐': '-' };

/**
 * Normalizes text for comparison: NFKC (UAX #15), case folding, single spaces, plain quotation marks, no invisible
 * characters, and at most 30 marks per character as in Unicode's Stream-Safe Text Format.
 */
export function foldText(text: string): string {
  const seen = text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(SPACES, ' ')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFKC');
  // Lowercasing first turns `ẞ` into `ß`, which uppercase turns into `SS`. Final sigma becomes a normal sigma.
  const folded = seen.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
  return folded.replace(MARKS, (mark) => MARK_OF[mark] ?? mark);
}

/** All marks of a character, preceded by up to 100 other joining characters; longer sequences are split. */
const JOINED = `[${JOINING}]{0,100}[${MARK}\\p{DI}]*`;
/**
 * Pieces that fold separately to the same result as the whole: none starts with a joining character or splits spaces.
 */
const PIECES = new RegExp(`[\\s\\S]{1,100}${JOINED}[\\s\\p{DI}]*`, 'gv');
/** The smallest pieces with that property. */
const UNITS = new RegExp(`\\s[\\s\\p{DI}]*|[\\s\\S]${JOINED}`, 'gv');

interface Piece {
  readonly at: number;
  readonly foldedAt: number;
  readonly text: string;
  units?: readonly Unit[];
}

interface Unit {
  readonly start: number;
  readonly end: number;
  readonly foldedEnd: number;
}

/** A folded text that maps its offsets back to the source text. */
export class FoldedText {
  readonly folded: string;
  readonly #pieces: Piece[] = [];

  constructor(text: string) {
    let folded = '';
    for (const { 0: piece, index } of text.matchAll(PIECES)) {
      this.#pieces.push({ at: index, foldedAt: folded.length, text: piece });
      folded += foldText(piece);
    }
    this.folded = folded;
  }

  startOf(offset: number): number {
    return this.#unitAt(offset).start;
  }

  endOf(offset: number): number {
    return offset === 0 ? 0 : this.#unitAt(offset - 1).end;
  }

  /** Returns a folded offset at or shortly before the one of a source offset. */
  offsetAt(at: number): number {
    return this.#pieceAt((piece) => piece.at <= at)?.foldedAt ?? 0;
  }

  #unitAt(offset: number): { start: number; end: number } {
    const piece = this.#pieceAt(({ foldedAt }) => foldedAt <= offset);
    if (!piece) return { start: 0, end: 0 };
    piece.units ??= unitsOf(piece);
    const end = piece.at + piece.text.length;
    return piece.units.find(({ foldedEnd }) => foldedEnd > offset) ?? { start: end, end };
  }

  #pieceAt(isAtOrBefore: (piece: Piece) => boolean): Piece | undefined {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const piece = this.#pieces[middle];
      if (piece && isAtOrBefore(piece)) low = middle;
      else high = middle - 1;
    }
    return this.#pieces[low];
  }
}

function unitsOf({ at, foldedAt, text }: Piece): Unit[] {
  let foldedEnd = foldedAt;
  return Array.from(text.matchAll(UNITS), ({ 0: unit, index }) => {
    foldedEnd += foldText(unit).length;
    return { start: at + index, end: at + index + unit.length, foldedEnd };
  });
}
