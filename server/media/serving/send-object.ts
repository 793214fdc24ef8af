import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import { create as createDisposition } from 'content-disposition';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { FileRow } from '../../database/media-tables.ts';
import type { ByteRange, ObjectInfo, Storage } from '../../storage/index.ts';

export interface RequestedFile {
  readonly version: string | undefined;
  readonly isDownload: boolean;
}

const IMMUTABLE = 'public, max-age=31536000, immutable';
export const REVALIDATE = 'public, no-cache';

/** Types that browsers display without running them. */
const INLINE_TYPES = /^(?:image\/(?:png|gif|jpeg|webp|avif)|application\/pdf|text\/plain|(?:audio|video)\/[\w.+-]+)$/;
/** Security: forbids scripts and all loading except the file itself. Any site may frame files. */
const POLICY = [
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  "base-uri 'none'; frame-ancestors *; object-src",
].join('; ');

/** Security: only harmless types are shown inline; others become downloads. */
export function fileHeaders(
  file: FileRow,
  { mimeType, extension }: { readonly mimeType: string; readonly extension: string },
  { version, isDownload }: RequestedFile,
): OutgoingHttpHeaders {
  const isCurrent = version === undefined ? file.version === 1 : version === String(file.version);
  const isInline = INLINE_TYPES.test(mimeType);
  return {
    'cache-control': isCurrent ? IMMUTABLE : REVALIDATE,
    // PDF viewers of browsers are plugins and do not work in a sandbox.
    'content-security-policy': mimeType === 'application/pdf' ? `${POLICY} 'self'` : `${POLICY} 'none'; sandbox`,
    'content-disposition': createDisposition(nameOf(file.name, extension), {
      type: isInline && !isDownload ? 'inline' : 'attachment',
    }),
    'access-control-expose-headers': 'Accept-Ranges, Content-Disposition, Content-Range, ETag',
  };
}

const UNSAFE_IN_NAMES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\:*?"<>|]/gu;

function nameOf(name: string, extension: string): string {
  const fit = name.replaceAll(UNSAFE_IN_NAMES, '_').trim();
  const ending = /\.([0-9a-z]{1,5})$/i.exec(fit)?.[1]?.toLowerCase();
  const isCorrect = ending === extension || (ending === 'jpeg' && extension === 'jpg') || extension === 'bin';
  if (isCorrect) return fit;
  return `${ending === undefined ? fit : fit.slice(0, -ending.length - 1)}.${extension}`;
}

export interface Sending {
  readonly source: Pick<Storage, 'head' | 'get'>;
  readonly key: string;
  readonly headers: OutgoingHttpHeaders;
  readonly charset?: string | null;
}

/**
 * Answers conditional and range requests (RFC 9110, 13 and 14). Returns false, without having sent anything, when the
 * object does not exist.
 */
export async function sendObject(
  sending: Sending,
  { method, headers: requested }: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
): Promise<boolean> {
  const { source, key, headers } = sending;
  const info = withCharset(await source.head(key), sending);
  if (!info) return false;
  if (isNotModified(requested, info)) {
    describe(reply, info, headers).code(304).send();
    return true;
  }
  const range = method === 'GET' ? readRange(requested, info) : undefined;
  if (range === 'unsatisfiable') {
    // Describes the request, not the object, so it must not be cached.
    reply.header('cache-control', 'no-store').header('content-range', `bytes */${info.size}`).code(416).send();
    return true;
  }
  if (method === 'HEAD') {
    describeContent(reply, info, headers).send('');
    return true;
  }
  const found = withCharset(await source.get(key, range), sending);
  if (!found) return false;
  if (range && found.etag !== info.etag) {
    // Replaced in between: a range must not be of another version.
    found.content.destroy();
    return sendObject(sending, { method, headers: { ...requested, range: undefined } }, reply);
  }
  describeContent(reply, found, headers, range).send(found.content);
  return true;
}

function withCharset<Info extends ObjectInfo>(info: Info | undefined, { charset }: Sending): Info | undefined {
  if (!info || !charset) return info;
  return { ...info, contentType: info.contentType.replace(/; charset=utf-8$/, `; charset=${charset}`) };
}

function describe(reply: FastifyReply, { etag, modifiedAt }: ObjectInfo, headers: OutgoingHttpHeaders): FastifyReply {
  return reply.headers(headers).header('etag', etag).header('last-modified', modifiedAt.toUTCString());
}

function describeContent(
  reply: FastifyReply,
  info: ObjectInfo,
  headers: OutgoingHttpHeaders,
  range?: ByteRange,
): FastifyReply {
  const { size, contentType } = info;
  describe(reply, info, { 'accept-ranges': 'bytes', ...headers }).type(contentType);
  if (!range) return reply.header('content-length', size);
  const { start, end } = range;
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${end}/${size}`)
    .header('content-length', end - start + 1);
}

function isNotModified(requested: IncomingHttpHeaders, { etag, modifiedAt }: ObjectInfo): boolean {
  const tags = requested['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags) return tags.includes(etag) || tags[0] === '*';
  const since = requested['if-modified-since'];
  return since !== undefined && Date.parse(since) >= toWholeSeconds(modifiedAt);
}

function readRange(requested: IncomingHttpHeaders, info: ObjectInfo): ByteRange | 'unsatisfiable' | undefined {
  if (requested.range === undefined || !matchesIfRange(requested['if-range']?.toString(), info)) return undefined;
  const ranges = parseRange(info.size, clampSuffixRanges(requested.range, info), { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type.toLowerCase() !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** The parser rejects suffix ranges longer than the object. */
function clampSuffixRanges(range: string, { size }: ObjectInfo): string {
  return range.replace(/(?<=[=,]\s*)-(\d+)/g, (_, length) => `-${Math.min(size, Number(length))}`);
}

function matchesIfRange(ifRange: string | undefined, { etag, modifiedAt }: ObjectInfo): boolean {
  return ifRange === undefined || ifRange === etag || Date.parse(ifRange) === toWholeSeconds(modifiedAt);
}

/** HTTP dates have a precision of one second. */
function toWholeSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000;
}
