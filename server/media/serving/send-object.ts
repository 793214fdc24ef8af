import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import parseRange from 'range-parser';
import type { ByteRange, ObjectInfo, Storage } from '../../storage/index.ts';

export interface Sending {
  /** A storage, or what answers like one. */
  readonly source: Pick<Storage, 'head' | 'get'>;
  readonly key: string;
  /** What the answer says beside what it says of every object. */
  readonly headers: OutgoingHttpHeaders;
  /** Of a text that is not in UTF-8. */
  readonly charset?: string | null;
}

/**
 * Answers with an object, or with as much of it as is asked for (RFC 9110, 13 and 14). False where there is none: then
 * nothing has been said yet.
 */
export async function sendObject(
  sending: Sending,
  { method, headers: asked }: Pick<FastifyRequest, 'method' | 'headers'>,
  reply: FastifyReply,
): Promise<boolean> {
  const { source, key, headers } = sending;
  const info = withCharset(await source.head(key), sending);
  if (!info) return false;
  if (isKnown(asked, info)) {
    describe(reply, info, headers).code(304).send();
    return true;
  }
  const range = method === 'GET' ? readRange(asked, info) : undefined;
  if (range === 'unsatisfiable') {
    // This is about what was asked for, and not about the object.
    reply.header('cache-control', 'no-store').header('content-range', `bytes */${info.size}`).code(416).send();
    return true;
  }
  if (method === 'HEAD') {
    describeContent(reply, info, headers).send('');
    return true;
  }
  const found = withCharset(await source.get(key, range), sending);
  // Deleted in between.
  if (!found) return false;
  if (range && found.etag !== info.etag) {
    // Replaced in between: a part of this one is not what was asked for.
    found.content.destroy();
    return sendObject(sending, { method, headers: { ...asked, range: undefined } }, reply);
  }
  describeContent(reply, found, headers, range).send(found.content);
  return true;
}

/** What is no text to browsers does not become one by this. */
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

/** Whether the reader has it already. What an entity tag says goes before what a time says. */
function isKnown(asked: IncomingHttpHeaders, { etag, modifiedAt }: ObjectInfo): boolean {
  const tags = asked['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (tags) return tags.includes(etag) || tags[0] === '*';
  const since = asked['if-modified-since'];
  return since !== undefined && Date.parse(since) >= inSeconds(modifiedAt);
}

/** The one part that is asked for. Several parts, and what is no range, are answered with the whole. */
function readRange(asked: IncomingHttpHeaders, info: ObjectInfo): ByteRange | 'unsatisfiable' | undefined {
  if (asked.range === undefined || !isStillThat(asked['if-range']?.toString(), info)) return undefined;
  const ranges = parseRange(info.size, withinReach(asked.range, info), { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  if (ranges === -2 || ranges.type.toLowerCase() !== 'bytes' || ranges.length !== 1) return undefined;
  return ranges[0];
}

/** The same with every ending that is asked for no longer than all there is: that is what asking for more means. */
function withinReach(range: string, { size }: ObjectInfo): string {
  return range.replace(/(?<=[=,]\s*)-(\d+)/g, (_, length) => `-${Math.min(size, Number(length))}`);
}

/** Whether the parts that a reader has are of the same bytes. A weak entity tag does not say so. */
function isStillThat(ifRange: string | undefined, { etag, modifiedAt }: ObjectInfo): boolean {
  return ifRange === undefined || ifRange === etag || Date.parse(ifRange) === inSeconds(modifiedAt);
}

/** As the headers have it, in milliseconds. */
function inSeconds(time: Date): number {
  return Math.floor(time.getTime() / 1000) * 1000;
}
