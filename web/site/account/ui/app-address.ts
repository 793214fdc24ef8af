/** Builds an `otpauth://` URI (Key Uri Format) with explicit defaults, which all authenticator apps understand. */
export function appAddress({ secret, account, issuer }: { secret: string; account: string; issuer: string }): string {
  // The colon separates issuer and account.
  const label = [issuer, account].map((part) => encodeURIComponent(part.replaceAll(':', ' '))).join(':');
  const parameters = [
    `secret=${secret}`,
    `issuer=${encodeURIComponent(issuer)}`,
    'algorithm=SHA1',
    'digits=6',
    'period=30',
  ];
  return `otpauth://totp/${label}?${parameters.join('&')}`;
}

export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
