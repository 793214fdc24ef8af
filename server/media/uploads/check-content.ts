import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { type FileTypeResult, fileTypeFromStream, supportedMimeTypes } from 'file-type';
import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';
import type { Storage } from '../../storage/index.ts';
import { encodingOf, isTextType } from './text-check.ts';

/** What recognising may hold in memory, and how long it may take. */
const MAX_BUFFER = 16 * 1024 * 1024;
const MAX_MS = 60_000;

/** Office's older formats are one format with different things in it. */
const COMPOUND = 'application/x-cfb';
/** What is found in things that call themselves by another name, which is as good. */
const ALSO_FOUND: Readonly<Record<string, readonly string[]>> = {
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
/** A zip archive may hold an office document, but no program that starts by being opened. */
const ZIP_TYPES: ReadonlySet<string> = new Set(['application/zip', 'application/x-zip-compressed']);
const DOCUMENTS_IN_ZIP = /^application[/](vnd[.](openxmlformats|oasis|apple)[.-]|epub[+]zip$)/;
/** Formats that can be written in letters alone. Beginnings of others are words that a text may well begin with. */
const NOT_FOR_TEXTS: ReadonlySet<string> = new Set(['application/pdf', 'application/postscript', 'application/rtf']);

/**
 * Refuses what is not what it was said to be. A type that can be recognised must be recognised; of one that cannot,
 * it is enough that it is nothing else. Answers with the encoding of a text.
 * @throws {Refusal}
 */
export function checkContent(storage: Storage, key: string, mimeType: string): Promise<string | undefined> {
  return checkBytes(() => openObject(storage, key), mimeType);
}

/** The same for what can be opened as often as needed. */
export async function checkBytes(open: () => Promise<Readable>, mimeType: string): Promise<string | undefined> {
  const found = (await recognise(await open()))?.mime;
  if (!isTextType(mimeType)) {
    if (!isOf(mimeType, found)) throw wrongContent();
    return undefined;
  }
  const isOther = found !== undefined && NOT_FOR_TEXTS.has(found) && !isOf(mimeType, found);
  const encoding = isOther ? undefined : await encodingOf(open);
  if (encoding === undefined) throw wrongContent();
  return encoding;
}

function isOf(mimeType: string, found: string | undefined): boolean {
  if (found === mimeType) return true;
  if (found === undefined) return !(supportedMimeTypes.has(mimeType) || Object.hasOwn(ALSO_FOUND, mimeType));
  if (ZIP_TYPES.has(mimeType) && DOCUMENTS_IN_ZIP.test(found)) return true;
  return Object.hasOwn(ALSO_FOUND, mimeType) && ALSO_FOUND[mimeType]?.includes(found) === true;
}

async function recognise(content: Readable): Promise<FileTypeResult | undefined> {
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
    // What breaks the recognising is nothing that we know; what breaks the reading is another matter.
    if (failure) throw failure;
    return undefined;
  } finally {
    content.destroy();
  }
}

/** One that may be given up while a chunk is on its way, after which Node's own throws where nobody catches it. */
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
  if (!found) throw new Refusal(400, { message: messages.uploadIncomplete });
  return found.content;
}

function wrongContent(): Refusal {
  return new Refusal(400, { message: messages.fileContentWrong });
}
