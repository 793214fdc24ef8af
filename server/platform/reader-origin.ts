import type { FastifyRequest } from 'fastify';
import { messages } from '#contract/errors.ts';
import { Refusal } from './errors.ts';

/**
 * The address that readers use, without a path: the public one, or the request's own where that is not known.
 * @throws {Refusal} for a host that is none.
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
