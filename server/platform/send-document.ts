import type { FastifyReply, FastifyRequest } from 'fastify';
import { entityTagOf, holds } from './entity-tag.ts';

export interface Document {
  readonly type: string;
  readonly body: string;
  /** When what it tells of was changed last. */
  readonly changedAt?: string | undefined;
}

/**
 * Sends what a program reads, or 304 to one that has it already. `Last-Modified` is said and never asked: a document
 * also changes where nothing in it is newer, as when something is taken away.
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
