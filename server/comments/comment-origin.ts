import type { Caller } from '../http/caller.ts';
import type { Vault } from '../platform/vault.ts';
import type { Comment } from './comment.repository.ts';

export interface CommentOrigin {
  readonly address: string | null;
  readonly userAgent: string | null;
}

const ADDRESS = 'address of a comment';
const USER_AGENT = 'user agent of a comment';

export function sealOrigin(
  vault: Vault,
  { address, userAgent }: Pick<Caller, 'address' | 'userAgent'>,
): Pick<Comment, 'sealedAddress' | 'userAgent'> {
  const seal = (purpose: string, text: string | undefined) =>
    text === undefined ? null : vault.seal(purpose, Buffer.from(text));
  return { sealedAddress: seal(ADDRESS, address), userAgent: seal(USER_AGENT, userAgent) };
}

/** Null where it is no longer stored or was sealed with another secret. */
export function openOrigin(vault: Vault, comment: Pick<Comment, 'sealedAddress' | 'userAgent'>): CommentOrigin {
  const open = (purpose: string, sealed: string | null) =>
    sealed === null ? null : (vault.open(purpose, sealed)?.toString() ?? null);
  return { address: open(ADDRESS, comment.sealedAddress), userAgent: open(USER_AGENT, comment.userAgent) };
}
