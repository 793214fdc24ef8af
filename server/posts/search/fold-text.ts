/** What stands on the letter before it: marks, and the sound marks of half-width kana, which NFKC makes marks of. */
const MARK = String.raw`\p{M}\uFF9E\uFF9F`;
/**
 * What may change together with the letter before it: marks, what nobody sees, and the parts of Hangul syllables that
 * do not begin one, which are letters by themselves in their compatibility and half-width forms.
 */
const JOINING = String.raw`${MARK}\p{DI}\u0E33\u0EB3\u1160-\u11FF\uD7B0-\uD7FF\u3133\u3135\u3136\u313A-\u313F\u3144\u314F-\u3163\u3187-\u318E\uFFA3\uFFA5\uFFA6\uFFAA-\uFFAF\uFFC2-\uFFDC\u{16D67}\u{16D68}`;

const INVISIBLE = /\p{DI}+/gv;
const SPACES = /\s+/gv;
/** No language has so many; normalising brings them into an order, which takes the square of their number. */
const TOO_MANY_MARKS = new RegExp(`([${MARK}]{30})[${MARK}]+`, 'gv');
const MARKS = /[‘’“”„‐]/g;
const MARK_OF: Readonly<Record<string, string>> = { '‘': "'", '’': "'", '“': '"', '”': '"', '„': '"', '‐': '-' };

/**
 * A text in the form in which texts are compared: NFKC, so that neither width nor compatibility forms matter, without
 * case, with one space where there are several, with plain quotation marks, without what nobody sees, and with no more
 * than thirty marks on one letter, as Unicode's Stream-Safe Text Format has it.
 */
export function foldText(text: string): string {
  const seen = text
    .toWellFormed()
    .replace(INVISIBLE, '')
    .replace(SPACES, ' ')
    .replace(TOO_MANY_MARKS, '$1')
    .normalize('NFKC');
  // By way of upper case, where `ß` is `SS`, as `ẞ` is only from lower case. The end of a word has a sigma of its own.
  const folded = seen.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFKC');
  return folded.replace(MARKS, (mark) => MARK_OF[mark] ?? mark);
}

/** A letter's own marks, as many as they are, and before them so many others that may join it; more are divided. */
const JOINED = `[${JOINING}]{0,100}[${MARK}\\p{DI}]*`;
/** Pieces that are folded each by itself as the whole is; none begins with what joins, and no space is divided. */
const PIECES = new RegExp(`[\\s\\S]{1,100}${JOINED}[\\s\\p{DI}]*`, 'gv');
/** The same, as small as can be. */
const UNITS = new RegExp(`\\s[\\s\\p{DI}]*|[\\s\\S]${JOINED}`, 'gv');

interface Piece {
  /** Where it begins in the text, and where in the folded one. */
  readonly at: number;
  readonly foldedAt: number;
  readonly text: string;
  /** Once somebody has asked for a place in it. */
  units?: readonly Unit[];
}

/** What is folded by itself. */
interface Unit {
  readonly start: number;
  readonly end: number;
  /** Where it ends in the folded text. */
  readonly foldedEnd: number;
}

/** A folded text that knows where its letters come from. */
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

  /** Where in the text that begins which makes the letter at this place of the folded text. */
  startOf(place: number): number {
    return this.#unitAt(place).start;
  }

  /** Where in the text that ends which makes the letter before this place of the folded text. */
  endOf(place: number): number {
    return place === 0 ? 0 : this.#unitAt(place - 1).end;
  }

  /** The place in the folded text, or one a little before it, that stands for a place of the text. */
  placeAt(at: number): number {
    return this.#pieceAt((piece) => piece.at <= at)?.foldedAt ?? 0;
  }

  #unitAt(place: number): { start: number; end: number } {
    const piece = this.#pieceAt(({ foldedAt }) => foldedAt <= place);
    if (!piece) return { start: 0, end: 0 };
    piece.units ??= unitsOf(piece);
    const end = piece.at + piece.text.length;
    return piece.units.find(({ foldedEnd }) => foldedEnd > place) ?? { start: end, end };
  }

  /** The last piece that begins so early; the pieces that do are the first ones. */
  #pieceAt(isEarly: (piece: Piece) => boolean): Piece | undefined {
    let low = 0;
    let high = this.#pieces.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      const piece = this.#pieces[middle];
      if (piece && isEarly(piece)) low = middle;
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
