import type { Vault } from '../../platform/vault.ts';

const PURPOSE = 'media upload';

/** Returns the encrypted upload id used in upload URLs. It cannot be forged. */
export function toUploadToken(vault: Vault, uploadId: string): string {
  return Buffer.from(vault.seal(PURPOSE, Buffer.from(uploadId)), 'base64').toString('base64url');
}

/** Returns the upload id of a token, undefined when it is invalid. */
export function openUploadToken(vault: Vault, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Rejects non-canonical base64, which would give one upload many URLs.
  if (bytes.toString('base64url') !== token) return undefined;
  return vault.open(PURPOSE, bytes.toString('base64'))?.toString();
}
