import type { Vault } from '../../platform/vault.ts';

const PURPOSE = 'media upload';

/** What stands in the address that the bytes of an upload go to. It says which, and cannot be made up. */
export function toUploadToken(vault: Vault, uploadId: string): string {
  return Buffer.from(vault.seal(PURPOSE, Buffer.from(uploadId)), 'base64').toString('base64url');
}

/** The upload that a token stands for; nothing for what was not made here. */
export function openUploadToken(vault: Vault, token: string): string | undefined {
  const bytes = Buffer.from(token, 'base64url');
  // Otherwise one upload would have many addresses: what is no letter of base64 is passed over.
  if (bytes.toString('base64url') !== token) return undefined;
  return vault.open(PURPOSE, bytes.toString('base64'))?.toString();
}
