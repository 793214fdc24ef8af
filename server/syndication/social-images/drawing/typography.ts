import satori from 'satori';
import { type CardFont, loadFonts } from './card-fonts.ts';
import { isJapanese, type Run, toLetters, toRuns, typefacesOf } from './card-text.ts';
import { costsOfBreaks } from './line-breaks.ts';
import { ELLIPSIS, type SetLetter, type Setting, setText } from './set-text.ts';

const MEASURE = 100;
/** Space between Japanese and Latin letters, relative to the font size. */
const SCRIPT_GAP = 0.14;
/** Full-width opening brackets have empty space on the left; hanging them aligns the ink. */
const OPENING = /^[「『（【〈《〔［｛〖〘]/u;
const HANG = 0.46;

export interface Element {
  readonly type: 'div';
  readonly props: { readonly style: Record<string, string | number>; readonly children?: string | readonly Element[] };
}

export interface Block {
  readonly size: number;
  readonly lineHeight: number;
  readonly lines: readonly Line[];
}

export interface Line {
  readonly runs: readonly Run[];
  /** Offset to the left, relative to the font size. */
  readonly hang: number;
}

export interface TextBlock {
  readonly text: string;
  readonly maxLetters: number;
  readonly width: number;
  readonly settings: Readonly<Record<'japanese' | 'latin', readonly Setting[]>>;
  /** Line height relative to the font size. */
  readonly leading: Readonly<Record<'japanese' | 'latin', number>>;
}

/** Omits characters without a glyph. */
export class TypeSetter {
  readonly #parts: readonly CardFont[];
  readonly #widths: ReadonlyMap<string, number>;

  private constructor(parts: readonly CardFont[], widths: ReadonlyMap<string, number>) {
    this.#parts = parts;
    this.#widths = widths;
  }

  static async for(texts: readonly TextBlock[]): Promise<TypeSetter> {
    const all = texts.map(({ text, maxLetters }) => toLetters(text, maxLetters));
    const parts = await loadFonts([...all.flat(), ELLIPSIS]);
    return new TypeSetter(parts, await measure(all, parts));
  }

  set({ text, maxLetters, width, settings, leading }: TextBlock): Block {
    const letters = this.#settable(toLetters(text, maxLetters));
    const script = isJapanese(letters) ? 'japanese' : 'latin';
    const isMincho = typefacesOf(letters);
    const chosen = setText(this.#measured(letters, isMincho), width, settings[script]);
    const lines = chosen.lines.map(([from, to], index): Line => {
      const isCut = chosen.isCut && index === chosen.lines.length - 1;
      const lineLetters = trimmed(letters.slice(from, to));
      const runs = toRuns(lineLetters, isMincho.slice(from, to));
      return { runs: isCut ? withEllipsis(runs) : runs, hang: OPENING.test(lineLetters[0] ?? '') ? HANG : 0 };
    });
    return { size: chosen.size, lineHeight: Math.round(chosen.size * leading[script]), lines };
  }

  async draw(elements: readonly Element[], { width, height }: { width: number; height: number }): Promise<string> {
    const style = { display: 'flex', position: 'relative', width, height };
    const root: Element = { type: 'div', props: { style, children: elements } };
    return await satori(root as unknown as Parameters<typeof satori>[0], {
      width,
      height,
      fonts: toSatori(this.#parts),
    });
  }

  blockAt(block: Block, { left, top, color }: { left: number; top: number; color: string }): Element[] {
    return block.lines.map((line, index) => {
      const { size, lineHeight } = block;
      const box = { left: left - line.hang * size, top: top + index * lineHeight, height: lineHeight };
      const style = { ...LINE_STYLE, ...box, color, fontSize: size, lineHeight: `${lineHeight}px` };
      return { type: 'div', props: { style, children: line.runs.map((run, at) => this.#runOf(run, at, line, size)) } };
    });
  }

  #runOf({ text, isEastAsian }: Run, index: number, { runs }: Line, size: number): Element {
    const before = runs[index - 1];
    const isGap = before !== undefined && !/\s$/.test(before.text) && !/^\s/.test(text);
    const style = {
      whiteSpace: 'pre',
      fontFamily: familyOf(this.#parts, isEastAsian),
      marginLeft: isGap && isLetterLike(before.text.at(-1)) && isLetterLike(text[0]) ? size * SCRIPT_GAP : 0,
    };
    return { type: 'div', props: { style, children: text } };
  }

  #settable(letters: readonly string[]): string[] {
    const isMincho = typefacesOf(letters);
    const settable = letters.filter((letter, index) => this.#widths.has(keyOf(letter, isMincho[index] ?? false)));
    // Omitted characters may have stood between two spaces.
    return toLetters(settable.join(''), settable.length);
  }

  #measured(letters: readonly string[], isMincho: readonly boolean[]): SetLetter[] {
    const costs = costsOfBreaks(letters);
    return letters.map((letter, index) => {
      const isGap = index > 0 && isMincho[index] !== isMincho[index - 1] && letter !== ' ';
      const width = this.#widths.get(keyOf(letter, isMincho[index] ?? false)) ?? 0;
      return { letter, width: width + (isGap ? SCRIPT_GAP : 0), breakCost: costs[index] ?? 0 };
    });
  }
}

const LINE_STYLE = { display: 'flex', position: 'absolute', alignItems: 'baseline' } as const;

function isLetterLike(letter = ''): boolean {
  return /[\p{L}\p{N}]/u.test(letter);
}

function trimmed(letters: readonly string[]): readonly string[] {
  return letters.at(-1) === ' ' ? letters.slice(0, -1) : letters;
}

function withEllipsis(runs: readonly Run[]): Run[] {
  const last = runs.at(-1);
  const text = last?.text.replace(/[\s、。，．,.:;・]+$/u, '') ?? '';
  return [...runs.slice(0, -1), { text: `${text}${ELLIPSIS}`, isEastAsian: last?.isEastAsian ?? false }];
}

async function measure(all: readonly string[][], parts: readonly CardFont[]): Promise<Map<string, number>> {
  const toMeasure = new Map<string, { letter: string; isMincho: boolean }>();
  for (const letters of all) {
    const typefaces = typefacesOf(letters);
    for (const [index, letter] of letters.entries()) {
      const isMincho = typefaces[index] ?? false;
      toMeasure.set(keyOf(letter, isMincho), { letter, isMincho });
    }
  }
  const widths = new Map<string, number>();
  const missing = new Set<string>();
  const children = [...toMeasure].map(([key, { letter, isMincho }]) => ({
    type: 'div',
    key,
    props: { style: { whiteSpace: 'pre', fontFamily: familyOf(parts, isMincho) }, children: letter },
  }));
  const style = { display: 'flex', flexWrap: 'wrap', fontSize: MEASURE, width: 10_000 };
  await satori({ type: 'div', key: null, props: { style, children } } as unknown as Parameters<typeof satori>[0], {
    width: 10_000,
    height: 1000,
    fonts: toSatori(parts),
    loadAdditionalAsset: async (_code, text) => {
      for (const letter of toLetters(text, text.length)) missing.add(letter);
      return [];
    },
    onNodeDetected: ({ key, width }) => {
      if (typeof key === 'string') widths.set(key, width / MEASURE);
    },
  });
  for (const [key, { letter }] of toMeasure) if (missing.has(letter)) widths.delete(key);
  return widths;
}

function keyOf(letter: string, isMincho: boolean): string {
  return `${isMincho ? 'mincho' : 'latin'} ${letter}`;
}

function toSatori(parts: readonly CardFont[]) {
  return parts.map(({ name, data }) => ({ name, data, weight: 400 as const, style: 'normal' as const }));
}

function familyOf(parts: readonly CardFont[], isMincho: boolean): string {
  const names = parts.map(({ name }) => name);
  const first = names.filter((name) => name.startsWith('Mincho') === isMincho);
  const rest = names.filter((name) => name.startsWith('Mincho') !== isMincho);
  return [...first, ...rest].map((name) => `"${name}"`).join(', ');
}
