import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorResponse, messages } from '#contract/errors.ts';
import { Moved, Refusal } from './errors.ts';

/** Turns whatever a request threw into the one error shape; what is not a refusal is logged whole and shown as nothing. */
export function answerError(
  error: FastifyError | Refusal | Moved | Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof Moved) return answerMoved(error, reply);
  const { status, body } = toRefusal(error);
  if (status >= 500 && !(error instanceof Refusal)) request.log.error({ err: error }, 'request failed');
  // RFC 9110, 11.6.1: who is refused for want of a token is told which kind.
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(status).type(JSON_TYPE).send(JSON.stringify(body));
}

const JSON_TYPE = 'application/json; charset=utf-8';

function answerMoved({ location, message }: Moved, reply: FastifyReply): FastifyReply {
  // Browsers keep a 301 for ever where nothing is said, and another thing may come to stand there.
  if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache');
  return reply.code(301).header('location', location).type(JSON_TYPE).send(JSON.stringify({ message }));
}

function toRefusal(error: FastifyError | Refusal | Error): { status: number; body: ErrorResponse } {
  if (error instanceof Refusal) return error;
  const status = 'statusCode' in error && error.statusCode ? error.statusCode : 500;
  return { status, body: { message: statusMessage(status) } };
}

function statusMessage(status: number): string {
  switch (status) {
    case 404:
      return messages.notFound;
    case 405:
      return messages.methodNotAllowed;
    case 413:
      return messages.payloadTooLarge;
    case 415:
      return messages.unsupportedMediaType;
    case 503:
      return messages.unavailable;
    default:
      return status < 500 ? messages.badRequest : messages.serverError;
  }
}
