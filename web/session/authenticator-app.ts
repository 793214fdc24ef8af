interface AppAccount {
  /** Base32. */
  readonly secret: string;
  readonly account: string;
  readonly issuer: string;
}

/** Returns the key URI that authenticator apps read from a QR code (otpauth format). */
export function appAddress({ secret, account, issuer }: AppAccount): string {
  const encodedAccount = encodePart(account);
  const encodedIssuer = encodePart(issuer);
  return `otpauth://totp/${encodedIssuer}:${encodedAccount}?secret=${secret}&issuer=${encodedIssuer}&algorithm=SHA1&digits=6&period=30`;
}

/** Replaces colons, because a colon separates issuer and account. */
function encodePart(part: string): string {
  return encodeURIComponent(part.replaceAll(':', ' '));
}

export function inGroups(secret: string): string {
  return secret.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
