import { messages } from '#contract/errors.ts';
import { forbidden } from './errors.ts';

export interface Provenance {
  readonly pageOrigin: string | undefined;
  readonly siteOrigin: string;
}

/**
 * Protects cookie-authenticated requests against CSRF.
 * @throws {HttpError} 403 for pages of other sites.
 */
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
