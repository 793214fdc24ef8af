import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface Document {
  readonly type: string;
  readonly body: string;
  readonly changedAt?: string | undefined;
}

/**
 * Sends a feed or sitemap, or 304 by ETag. `Last-Modified` is sent but If-Modified-Since is ignored, since removals
 * also change a document.
 */
export function sendDocument(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { type, body, changedAt }: Document,
): FastifyReply {
  const etag = entityTagOf(body);
  reply.header('etag', etag).header('cache-control', 'public, max-age=0, must-revalidate');
  if (changedAt !== undefined) reply.header('last-modified', new Date(changedAt).toUTCString());
  return holds(headers['if-none-match'], etag) ? reply.code(304).send() : reply.type(type).send(body);
}

export function entityTagOf(body: Buffer | string): string {
  return `"${createHash('sha256').update(body).digest('base64url')}"`;
}

/** Compares If-None-Match weakly (RFC 9110, 13.1.2). */
export function holds(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return (
    ifNoneMatch === etag ||
    ifNoneMatch === '*' ||
    ifNoneMatch.split(',').some((tag) => ['*', etag, `W/${etag}`].includes(tag.trim()))
  );
}
