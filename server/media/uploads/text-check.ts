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

/** The last one gives every byte a meaning, except for five; text in it is known by having none of those. */
const ENCODINGS = ['utf-8', 'shift_jis', 'euc-jp', 'windows-1252'] as const;
const WITHOUT_MEANING: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);
/** Tab, the ends of lines and of pages, and the sign by which older Japanese text changes its letters. */
const CONTROLS_IN_TEXT: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);

/** Whether all of something is text in an encoding that is in use: without it, or control characters, it is none. */
export async function isText(open: () => Promise<Readable>): Promise<boolean> {
  const mark = await byteOrderMark(await open());
  if (mark) return decodes(await open(), mark);
  for (const encoding of ENCODINGS) if (await decodes(await open(), encoding)) return true;
  return false;
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

async function decodes(content: Readable, encoding: string): Promise<boolean> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (!isPlausible(chunk, encoding) || saysNul(decoder.decode(chunk, { stream: true }), encoding)) return false;
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function isPlausible(chunk: Buffer, encoding: string): boolean {
  if (encoding.startsWith('utf-16')) return true;
  const isLatin = encoding === 'windows-1252';
  return !chunk.some((byte) => (byte < 0x20 && !CONTROLS_IN_TEXT.has(byte)) || (isLatin && WITHOUT_MEANING.has(byte)));
}

function saysNul(text: string, encoding: string): boolean {
  return encoding.startsWith('utf-16') && text.includes('\u0000');
}
