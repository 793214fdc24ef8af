import type { FastifyRequest } from 'fastify';
import { messages } from '#contract/errors.ts';
import { Refusal } from './errors.ts';

/**
 * Returns the public origin, or that of the request if none is configured.
 * @throws {Refusal} 400 for an invalid host.
 */
export function readerOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string | undefined,
): string {
  const address = publicUrl ?? `${protocol}://${host}`;
  const isAddress = /^https?:[/][/][^@]+$/.test(address) && URL.canParse(address);
  if (!isAddress) throw new Refusal(400, { message: messages.badRequest });
  return new URL(address).origin;
}
