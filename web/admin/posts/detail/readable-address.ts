/** Returns the address for display: decoded, without scheme and token. */
export function readableAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  const rest = new URLSearchParams(search);
  rest.delete('token');
  const shown = `${host}${pathname}${rest.size > 0 ? `?${rest}` : ''}`;
  try {
    return decodeURI(shown);
  } catch {
    // `decodeURI` throws on percent signs that encode nothing.
    return shown;
  }
}
