/** Without what everybody knows, and without the token, which nobody reads. */
export function readableAddress(address: string): string {
  const { host, pathname, search } = new URL(address);
  const rest = new URLSearchParams(search);
  rest.delete('token');
  const shown = `${host}${pathname}${rest.size > 0 ? `?${rest}` : ''}`;
  try {
    return decodeURI(shown);
  } catch {
    // Addresses may hold percent signs that stand for nothing.
    return shown;
  }
}
