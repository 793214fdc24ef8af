import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Vault } from '../platform/vault.ts';

export interface GuestToken {
  readonly id: string;
  readonly issuedAt: Date;
}

const PURPOSE = 'guest cookie';
const TOKEN = /^(?<id>[\w-]{22})\.(?<issued>[0-9a-z]{1,8})\.(?<mark>[\w-]{43})$/;

export function newGuestToken(issuedAt: Date): GuestToken {
  return { id: randomBytes(16).toString('base64url'), issuedAt };
}

export function signGuestToken(vault: Vault, { id, issuedAt }: GuestToken): string {
  const said = `${id}.${Math.floor(issuedAt.getTime() / 1000).toString(36)}`;
  return `${said}.${vault.digest(PURPOSE, said).toString('base64url')}`;
}

/** Returns undefined for invalid signatures. */
export function readGuestToken(vault: Vault, text: string): GuestToken | undefined {
  const { id, issued, mark } = TOKEN.exec(text)?.groups ?? {};
  if (!id || !issued || !mark) return undefined;
  const expected = vault.digest(PURPOSE, `${id}.${issued}`);
  if (!timingSafeEqual(expected, Buffer.from(mark, 'base64url'))) return undefined;
  return { id, issuedAt: new Date(Number.parseInt(issued, 36) * 1000) };
}
