import type { Readable } from 'node:stream';

/** Types below `application` and `image` that are text, besides all below `text`. */
const OTHER_TEXTS: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/json',
  'application/x-ndjson',
  'application/x-yaml',
  'application/xml',
  'application/yaml',
  'image/svg+xml',
]);

export function isTextType(mimeType: string): boolean {
  return (
    mimeType.startsWith('text/') || OTHER_TEXTS.has(mimeType) || mimeType.endsWith('+xml') || mimeType.endsWith('+json')
  );
}

/** Tab, the ends of lines and of pages, and the sign by which older Japanese text changes its letters. */
const CONTROLS_IN_TEXT: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
/** The bytes that are no letter in Windows' encoding for Western Europe, in which all others are. */
const WITHOUT_MEANING: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Encodings that the same bytes may be in, with what is odd in a text: of those that fit, the least odd one is meant. */
const OLDER_ENCODINGS = {
  // Small letters of half a width, which the bytes of other encodings turn into, and a lone sign within a word.
  shift_jis: /[\uff61-\uff9f\ue000-\uf8ff]|(?<=[a-z])[\u3400-\u9fff](?=[a-z])/gi,
  'euc-jp': /[\uff61-\uff9f\ue000-\uf8ff]|(?<=[a-z])[\u3400-\u9fff](?=[a-z])/gi,
  // Letters with accents stand alone, and signs are few.
  'windows-1252': /[^\0-\x7f]{2,}|[^\0-\x7f\p{L}\xa0\xa9\xab\xad\xae\xb0\xb7\xbb£€‘’“”„–—•…™]/gu,
} as const;

/**
 * The encoding of something that is text as a whole, by its name in the Encoding Standard, of those that are in use.
 * Undefined where it is in none, or has control characters.
 */
export async function encodingOf(open: () => Promise<Readable>): Promise<string | undefined> {
  const mark = await byteOrderMark(await open());
  if (mark) return (await decode(await open(), mark)) && mark;
  const utf8 = await decode(await open(), 'utf-8');
  if (utf8) return utf8.hasEscapes && (await decode(await open(), 'iso-2022-jp')) ? 'iso-2022-jp' : 'utf-8';
  let best: { readonly encoding: string; readonly oddness: number } | undefined;
  for (const [encoding, odd] of Object.entries(OLDER_ENCODINGS)) {
    const decoded = await decode(await open(), encoding, odd);
    if (decoded && decoded.oddness < (best?.oddness ?? Number.POSITIVE_INFINITY)) best = { encoding, ...decoded };
  }
  return best?.encoding;
}

async function byteOrderMark(content: Readable): Promise<'utf-16le' | 'utf-16be' | undefined> {
  // Leaving the loop ends the stream.
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const [first, second] = chunk;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    return undefined;
  }
  return undefined;
}

interface Decoded {
  /** Which part of its letters that are not ASCII is odd. */
  readonly oddness: number;
  readonly hasEscapes: boolean;
}

/** Undefined where it is no text in this encoding. */
async function decode(content: Readable, encoding: string, odd?: RegExp): Promise<Decoded | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let [letters, oddOnes, hasEscapes] = [0, 0, false];
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (!isPlausible(chunk, encoding)) return undefined;
      const text = decoder.decode(chunk, { stream: true });
      if (saysNul(text, encoding)) return undefined;
      hasEscapes ||= chunk.includes(0x1b);
      if (odd) [letters, oddOnes] = [letters + lengthOf(text, NOT_ASCII), oddOnes + lengthOf(text, odd)];
    }
    decoder.decode();
    return { oddness: letters === 0 ? 0 : oddOnes / letters, hasEscapes };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const NOT_ASCII = /[^\0-\x7f]+/g;

/** Of all that is found, in letters. */
function lengthOf(text: string, found: RegExp): number {
  return text.match(found)?.reduce((sum, { length }) => sum + length, 0) ?? 0;
}

function isPlausible(chunk: Buffer, encoding: string): boolean {
  if (encoding.startsWith('utf-16')) return true;
  const isLatin = encoding === 'windows-1252';
  return !chunk.some((byte) => (byte < 0x20 && !CONTROLS_IN_TEXT.has(byte)) || (isLatin && WITHOUT_MEANING.has(byte)));
}

function saysNul(text: string, encoding: string): boolean {
  return encoding.startsWith('utf-16') && text.includes('\u0000');
}
