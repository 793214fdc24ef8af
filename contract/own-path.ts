const OWN_ORIGIN = 'http://site.invalid';

// biome-ignore lint/suspicious/noControlCharactersInRegex: URLs drop tabs and line breaks
const UNSAFE = /^(?!\/)|\/\/|[\\\u0000-\u001f\u007f]/;

/**
 * Returns path, query and fragment of an address to return to. Undefined for anything that is not written as a path of
 * this site. Security: `//host`, `/\host` and the same with a tab in between lead to other sites.
 */
export function toOwnPath(address: string): string | undefined {
  if (UNSAFE.test(pathOf(address))) return undefined;
  const { origin, pathname, search, hash } = new URL(address, OWN_ORIGIN);
  return origin === OWN_ORIGIN && !pathname.startsWith('//') ? `${pathname}${search}${hash}` : undefined;
}

export function pathOf(address: string): string {
  return address.replace(/[?#].*$/s, '');
}
