export interface AppAccount {
  /** In base32. */
  readonly secret: string;
  readonly account: string;
  readonly issuer: string;
}

/** What an authenticator app reads from a QR code. */
export function appAddress({ secret, account, issuer }: AppAccount): string {
  // A colon parts issuer and account.
  const [who, where] = [account, issuer].map((part) => encodeURIComponent(part.replaceAll(':', ' ')));
  return `otpauth://totp/${where}:${who}?secret=${secret}&issuer=${where}&algorithm=SHA1&digits=6&period=30`;
}

/** A secret in groups of four, to be typed. */
export function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
