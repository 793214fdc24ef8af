import type { FastifyCorsOptions } from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import { messages } from '#contract/errors.ts';
import { badRequest, forbidden } from './errors.ts';

export const crossOrigin = (authHeader: string): FastifyCorsOptions => ({
  origin: '*',
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  allowedHeaders: [
    'X-Requested-With',
    'X-HTTP-Method-Override',
    'Content-Type',
    'Cache-Control',
    'Accept',
    'Authorization',
    'Time-Zone',
    ...(authHeader.toLowerCase() === 'authorization' ? [] : [authHeader]),
  ],
  exposedHeaders: ['X-Request-Id', 'Retry-After'],
  maxAge: 600,
  // Otherwise OPTIONS requests without preflight headers get an error in another format.
  strictPreflight: false,
});

export interface Provenance {
  readonly pageOrigin: string | undefined;
  readonly siteOrigin: string;
}

/** Protects cookie-authenticated requests against CSRF. */
export function requireOwnSite({ pageOrigin, siteOrigin }: Provenance, publicUrl: string | undefined): void {
  if (pageOrigin === undefined) return;
  const own = [siteOrigin, publicUrl].map(hostOf);
  // Compares hosts only, since the scheme may differ behind a TLS proxy.
  if (pageOrigin !== 'null' && own.includes(hostOf(pageOrigin) ?? 'none')) return;
  throw forbidden(messages.foreignOrigin);
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}

export function readerOrigin(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  publicUrl: string | undefined,
): string {
  const address = publicUrl ?? `${protocol}://${host}`;
  const isAddress = /^https?:[/][/][^@]+$/.test(address) && URL.canParse(address);
  if (!isAddress) throw badRequest(messages.badRequest);
  return new URL(address).origin;
}
