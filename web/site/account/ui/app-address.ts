/** What authenticator apps read from a QR code, as all of them know it. */
export function appAddress({ secret, account, issuer }: { secret: string; account: string; issuer: string }): string {
  // A colon parts the two.
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

/** The dark squares as one path. */
export function qrPath(rows: readonly (readonly boolean[])[]): string {
  return rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
}
