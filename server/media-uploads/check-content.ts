import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { type FileTypeResult, fileTypeFromStream, supportedMimeTypes } from 'file-type';
import { messages } from '#contract/errors.ts';
import { badRequest, type HttpError } from '../http/errors.ts';
import type { Storage } from '../storage/index.ts';

const TEXT_TYPES: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/json',
  'application/x-ndjson',
  'application/x-yaml',
  'application/xml',
  'application/yaml',
  'image/svg+xml',
]);

function isTextType(mimeType: string): boolean {
  return (
    mimeType.startsWith('text/') || TEXT_TYPES.has(mimeType) || mimeType.endsWith('+xml') || mimeType.endsWith('+json')
  );
}

/** Tab, line and page breaks, and the escape character of ISO-2022-JP. */
const CONTROLS_IN_TEXT: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x1b]);
/** Bytes that windows-1252 leaves undefined. */
const UNDEFINED_IN_WINDOWS_1252: ReadonlySet<number> = new Set([0x81, 0x8d, 0x8f, 0x90, 0x9d]);

/** Unlikely characters of each encoding; the decoding with the fewest wins. */
const OLDER_ENCODINGS = {
  // Half-width kana, which other encodings decode to, private-use characters, and a lone kanji inside a word.
  shift_jis: /[\uff61-\uff9f\ue000-\uf8ff]|(?<=[a-z])[\u3400-\u9fff](?=[a-z])/gi,
  'euc-jp': /[\uff61-\uff9f\ue000-\uf8ff]|(?<=[a-z])[\u3400-\u9fff](?=[a-z])/gi,
  // Runs of non-ASCII characters, and characters that are neither letters nor common signs.
  'windows-1252': /[^\0-\x7f]{2,}|[^\0-\x7f\p{L}\xa0\xa9\xab\xad\xae\xb0\xb7\xbb£€‘’“”„–—•…™]/gu,
} as const;

/**
 * Returns a name of the Encoding Standard. Undefined for content that has control characters or fits no supported
 * encoding.
 */
async function encodingOf(open: () => Promise<Readable>): Promise<string | undefined> {
  const mark = await byteOrderMark(await open());
  if (mark) return (await decode(await open(), mark)) && mark;
  const utf8 = await decode(await open(), 'utf-8');
  if (utf8) return utf8.hasEscapes && (await decode(await open(), 'iso-2022-jp')) ? 'iso-2022-jp' : 'utf-8';
  let best: { readonly encoding: string; readonly oddRatio: number } | undefined;
  for (const [encoding, odd] of Object.entries(OLDER_ENCODINGS)) {
    const decoded = await decode(await open(), encoding, odd);
    if (decoded && decoded.oddRatio < (best?.oddRatio ?? Number.POSITIVE_INFINITY)) best = { encoding, ...decoded };
  }
  return best?.encoding;
}

async function byteOrderMark(content: Readable): Promise<'utf-16le' | 'utf-16be' | undefined> {
  for await (const chunk of content as AsyncIterable<Buffer>) {
    const [first, second] = chunk;
    if (first === 0xff && second === 0xfe) return 'utf-16le';
    if (first === 0xfe && second === 0xff) return 'utf-16be';
    return undefined;
  }
  return undefined;
}

interface Decoded {
  readonly oddRatio: number;
  readonly hasEscapes: boolean;
}

async function decode(content: Readable, encoding: string, odd?: RegExp): Promise<Decoded | undefined> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let letters = 0;
  let oddCount = 0;
  let hasEscapes = false;
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) {
      if (!isPlausible(chunk, encoding)) return undefined;
      const text = decoder.decode(chunk, { stream: true });
      if (containsNul(text, encoding)) return undefined;
      hasEscapes ||= chunk.includes(0x1b);
      if (odd) [letters, oddCount] = [letters + lengthOf(text, NOT_ASCII), oddCount + lengthOf(text, odd)];
    }
    decoder.decode();
    return { oddRatio: letters === 0 ? 0 : oddCount / letters, hasEscapes };
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

const NOT_ASCII = /[^\0-\x7f]+/g;

function lengthOf(text: string, found: RegExp): number {
  return text.match(found)?.reduce((sum, { length }) => sum + length, 0) ?? 0;
}

function isPlausible(chunk: Buffer, encoding: string): boolean {
  if (encoding.startsWith('utf-16')) return true;
  const isLatin = encoding === 'windows-1252';
  return !chunk.some(
    (byte) => (byte < 0x20 && !CONTROLS_IN_TEXT.has(byte)) || (isLatin && UNDEFINED_IN_WINDOWS_1252.has(byte)),
  );
}

function containsNul(text: string, encoding: string): boolean {
  return encoding.startsWith('utf-16') && text.includes('\u0000');
}

const MAX_BUFFER = 16 * 1024 * 1024;
const MAX_MS = 60_000;

const COMPOUND = 'application/x-cfb';
const ALSO_DETECTED_AS: Readonly<Record<string, readonly string[]>> = {
  'application/gzip': ['application/gzip'],
  'application/msword': [COMPOUND],
  'application/rtf': ['application/rtf'],
  'application/vnd.ms-excel': [COMPOUND],
  'application/vnd.ms-powerpoint': [COMPOUND],
  'application/x-gzip': ['application/gzip'],
  'application/x-zip-compressed': ['application/zip'],
  'audio/mp3': ['audio/mpeg'],
  'audio/mp4': ['audio/x-m4a', 'video/mp4'],
  'audio/ogg': ['application/ogg', 'audio/ogg; codecs=opus'],
  'audio/vnd.wave': ['audio/wav'],
  'audio/wave': ['audio/wav'],
  'audio/webm': ['video/webm', 'video/matroska'],
  'audio/x-wav': ['audio/wav'],
  'image/png': ['image/apng'],
  'image/vnd.microsoft.icon': ['image/x-icon'],
  'text/rtf': ['application/rtf'],
  'video/mp4': ['video/x-m4v', 'audio/x-m4a', 'audio/mp4', 'video/quicktime'],
  'video/webm': ['video/matroska'],
};
/** Office documents are zip archives too; executables such as APK or JAR are not accepted as archives. */
const ZIP_TYPES: ReadonlySet<string> = new Set(['application/zip', 'application/x-zip-compressed']);
const DOCUMENTS_IN_ZIP = /^application[/](vnd[.](openxmlformats|oasis|apple)[.-]|epub[+]zip$)/;
/** Formats that can consist of text alone. Signatures of other formats may occur at the start of a text. */
const NOT_FOR_TEXTS: ReadonlySet<string> = new Set(['application/pdf', 'application/postscript', 'application/rtf']);

/**
 * Detectable types must be detected, others must not be detected as something else. Returns the encoding of a text.
 * @throws {HttpError} 400
 */
export function checkContent(storage: Storage, key: string, mimeType: string): Promise<string | undefined> {
  return checkBytes(() => openObject(storage, key), mimeType);
}

export async function checkBytes(open: () => Promise<Readable>, mimeType: string): Promise<string | undefined> {
  const found = (await detectType(await open()))?.mime;
  if (!isTextType(mimeType)) {
    if (!matchesType(mimeType, found)) throw wrongContent();
    return undefined;
  }
  const isOther = found !== undefined && NOT_FOR_TEXTS.has(found) && !matchesType(mimeType, found);
  const encoding = isOther ? undefined : await encodingOf(open);
  if (encoding === undefined) throw wrongContent();
  return encoding;
}

function matchesType(mimeType: string, found: string | undefined): boolean {
  if (found === mimeType) return true;
  if (found === undefined) return !(supportedMimeTypes.has(mimeType) || Object.hasOwn(ALSO_DETECTED_AS, mimeType));
  if (ZIP_TYPES.has(mimeType) && DOCUMENTS_IN_ZIP.test(found)) return true;
  return Object.hasOwn(ALSO_DETECTED_AS, mimeType) && ALSO_DETECTED_AS[mimeType]?.includes(found) === true;
}

async function detectType(content: Readable): Promise<FileTypeResult | undefined> {
  let failure: Error | undefined;
  content.on('error', (error) => {
    failure = error;
  });
  try {
    return await fileTypeFromStream(toWebStream(content), {
      signal: AbortSignal.timeout(MAX_MS),
      maxBufferSize: MAX_BUFFER,
      mpegOffsetTolerance: 10,
    });
  } catch {
    if (failure) throw failure;
    return undefined;
  } finally {
    content.destroy();
  }
}

/** `Readable.toWeb` throws an uncaught error when it is canceled while a chunk arrives. */
function toWebStream(content: Readable): ReadableStream<Uint8Array> {
  const chunks = content[Symbol.asyncIterator]() as AsyncIterableIterator<Uint8Array>;
  return new ReadableStream({
    pull: async (controller) => {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => {
      content.destroy();
    },
  });
}

async function openObject(storage: Storage, key: string): Promise<Readable> {
  const found = await storage.get(key);
  if (!found) throw badRequest(messages.uploadIncomplete);
  return found.content;
}

function wrongContent(): HttpError {
  return badRequest(messages.fileContentWrong);
}
