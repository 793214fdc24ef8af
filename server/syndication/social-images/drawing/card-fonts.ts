import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Satori requires a unique name for each font subset. */
export interface CardFont {
  readonly name: string;
  readonly data: Buffer;
}

interface FontPart {
  readonly name: string;
  readonly path: string;
  readonly ranges: readonly (readonly [first: number, last: number])[];
}

const require = createRequire(import.meta.url);

/**
 * Ranges of Latin, Greek and Cyrillic. The Mincho font has them only in fixed width. Punctuation shared by both fonts
 * is assigned by the text.
 */
const LATIN_PARTS = {
  latin: [
    [0x20, 0x7e],
    [0xa0, 0xff],
    [0x131, 0x131],
    [0x152, 0x153],
    [0x2bb, 0x2bc],
    [0x2c6, 0x2c6],
    [0x2da, 0x2da],
    [0x2dc, 0x2dc],
    [0x300, 0x304],
    [0x2000, 0x206f],
    [0x20ac, 0x20ac],
    [0x2122, 0x2122],
    [0x2212, 0x2212],
  ],
  'latin-ext': [
    [0x100, 0x2af],
    [0x1e00, 0x1e9f],
    [0x2113, 0x2113],
  ],
  greek: [[0x370, 0x3ff]],
  cyrillic: [
    [0x400, 0x45f],
    [0x490, 0x491],
    [0x4b0, 0x4b1],
    [0x2116, 0x2116],
  ],
  vietnamese: [
    [0x102, 0x103],
    [0x110, 0x111],
    [0x1ea0, 0x1ef9],
    [0x20ab, 0x20ab],
  ],
} as const;

let parts: Promise<readonly FontPart[]> | undefined;

export async function loadFonts(texts: readonly string[]): Promise<readonly CardFont[]> {
  parts ??= listParts();
  const letters = [...new Set(texts.flatMap((text) => [...text]))].map((letter) => letter.codePointAt(0) ?? 0);
  const needed = (await parts).filter(({ ranges }) =>
    letters.some((letter) => ranges.some(([first, last]) => letter >= first && letter <= last)),
  );
  return Promise.all(needed.map(async ({ name, path }) => ({ name, data: await readFile(path) })));
}

async function listParts(): Promise<readonly FontPart[]> {
  const latin = Object.entries(LATIN_PARTS).map(([part, ranges]) => ({
    name: `Latin ${part}`,
    path: new URL(`../fonts/source-serif-4-${part}.woff`, import.meta.url).pathname,
    ranges,
  }));
  return [...latin, ...(await listMinchoParts())];
}

async function listMinchoParts(): Promise<FontPart[]> {
  const index = require.resolve('@fontsource/biz-udmincho/unicode.json');
  const parts: Record<string, string> = JSON.parse(await readFile(index, 'utf8'));
  return Object.entries(parts).map(([key, ranges]) => {
    const part = key.replace(/[[\]]/g, '');
    return {
      name: `Mincho ${part}`,
      path: require.resolve(`@fontsource/biz-udmincho/files/biz-udmincho-${part}-700-normal.woff`),
      ranges: ranges.split(',').map(toRange),
    };
  });
}

function toRange(text: string): readonly [number, number] {
  const [first = '', last = first] = text.trim().replace(/^U\+/, '').split('-');
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
}
