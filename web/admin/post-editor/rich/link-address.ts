const SCHEME = /^([a-z][a-z0-9+.-]*):/i;
const SAFE = new Set(['http', 'https', 'mailto', 'tel']);

/**
 * Allows http, https, mailto, tel and relative URLs. Strips whitespace and control characters first, as browsers ignore
 * them in schemes.
 */
export function isSafeLink(address: string): boolean {
  const scheme = SCHEME.exec(address.replace(/[\s\p{Cc}]/gu, ''))?.[1];
  return scheme === undefined || SAFE.has(scheme.toLowerCase());
}

export function toLink(typed: string): string | undefined {
  const address = typed.trim();
  if (address === '' || !isSafeLink(address) || /\s/.test(address)) return undefined;
  if (/^[^\s@/:]+@[^\s@/]+\.[^\s@/]+$/.test(address)) return `mailto:${address}`;
  if (SCHEME.test(address) || /^[/#?.]/.test(address)) return address;
  return /^[^\s/]+\.[^\s/.]/.test(address) ? `https://${address}` : address;
}
