import type { FastifyRequest } from 'fastify';
import { messages } from '#contract/errors.ts';
import { badRequest } from './errors.ts';

/**
 * Returns the public origin, or that of the request if none is configured.
 * @throws {HttpError} 400 for an invalid host.
 */
export function readerOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string | undefined,
): string {
  const address = publicUrl ?? `${protocol}://${host}`;
  const isAddress = /^https?:[/][/][^@]+$/.test(address) && URL.canParse(address);
  if (!isAddress) throw badRequest(messages.badRequest);
  return new URL(address).origin;
}
