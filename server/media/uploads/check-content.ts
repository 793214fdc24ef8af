import type { Readable } from 'node:stream';
import { ReadableStream } from 'node:stream/web';
import { type FileTypeResult, fileTypeFromStream, supportedMimeTypes } from 'file-type';
import { messages } from '#contract/errors.ts';
import { badRequest, type HttpError } from '../../http/errors.ts';
import type { Storage } from '../../storage/index.ts';
import { encodingOf, isTextType } from './text-check.ts';

const MAX_BUFFER = 16 * 1024 * 1024;
const MAX_MS = 60_000;

const COMPOUND = 'application/x-cfb';
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
/** Office documents are zip archives too; executables such as APK or JAR are not accepted as archives. */
const ZIP_TYPES: ReadonlySet<string> = new Set(['application/zip', 'application/x-zip-compressed']);
const DOCUMENTS_IN_ZIP = /^application[/](vnd[.](openxmlformats|oasis|apple)[.-]|epub[+]zip$)/;
/** Formats that can consist of text alone. Signatures of other formats may occur at the start of a text. */
const NOT_FOR_TEXTS: ReadonlySet<string> = new Set(['application/pdf', 'application/postscript', 'application/rtf']);

/**
 * Checks that an object has the announced type: detectable types must be detected, others must not be detected as
 * something else. Returns the encoding of a text.
 * @throws {HttpError} 400
 */
export function checkContent(storage: Storage, key: string, mimeType: string): Promise<string | undefined> {
  return checkBytes(() => openObject(storage, key), mimeType);
}

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
    // Parser errors mean an unknown type; read errors are rethrown.
    if (failure) throw failure;
    return undefined;
  } finally {
    content.destroy();
  }
}

/** Replaces `Readable.toWeb`, which throws an uncaught error when it is canceled while a chunk arrives. */
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
