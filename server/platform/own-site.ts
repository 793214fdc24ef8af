import { messages } from '#contract/errors.ts';
import { Refusal } from './errors.ts';

/** From which page a request comes, and by what address it found us. */
export interface Provenance {
  /** What the browser says of the page; nothing where it says nothing, or where there is no page. */
  readonly pageOrigin: string | undefined;
  readonly siteOrigin: string;
}

/**
 * What rides on a cookie must come from a page of this site, or from no page at all.
 * @throws {Refusal} 403 for pages of other sites.
 */
export function requireOwnSite({ pageOrigin, siteOrigin }: Provenance, publicUrl: string | undefined): void {
  if (pageOrigin === undefined) return;
  const own = [siteOrigin, publicUrl].map(hostOf);
  // A proxy that ends TLS need not say so: the scheme may differ, the host may not.
  if (pageOrigin !== 'null' && own.includes(hostOf(pageOrigin) ?? 'none')) return;
  throw new Refusal(403, { message: messages.foreignOrigin });
}

function hostOf(address: string | undefined): string | undefined {
  return address !== undefined && URL.canParse(address) ? new URL(address).host : undefined;
}
