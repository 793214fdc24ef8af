export interface AppAccount {
  /** Base32. */
  readonly secret: string;
  readonly account: string;
  readonly issuer: string;
}

/** Returns the key URI that authenticator apps read from a QR code (otpauth format). */
export function appAddress({ secret, account, issuer }: AppAccount): string {
  // A colon separates issuer and account.
  const [encodedAccount, encodedIssuer] = [account, issuer].map((part) =>
    encodeURIComponent(part.replaceAll(':', ' ')),
  );
  return `otpauth://totp/${encodedIssuer}:${encodedAccount}?secret=${secret}&issuer=${encodedIssuer}&algorithm=SHA1&digits=6&period=30`;
}

export function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
