/** Returns the expiry of a JWT in epoch seconds; undefined when it cannot be read. */
export function expiryOf(token: string): number | undefined {
  try {
    const { exp } = JSON.parse(atob((token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')));
    return typeof exp === 'number' && Number.isFinite(exp) ? exp : undefined;
  } catch {
    return undefined;
  }
}

/** Tokens without a readable expiry count as expired. */
export function isExpired(token: string, nowSeconds: number): boolean {
  const expiry = expiryOf(token);
  return expiry === undefined || expiry <= nowSeconds;
}
