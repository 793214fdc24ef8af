/** A token's time of expiry in epoch seconds, or nothing if it cannot be read. */
export function expiryOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : undefined;
  } catch {
    return undefined;
  }
}

/** A token has expired at its very second, and when nobody can read when it does. */
export function isExpired(token: string, nowSeconds: number): boolean {
  const expiry = expiryOf(token);
  return expiry === undefined || expiry <= nowSeconds;
}
