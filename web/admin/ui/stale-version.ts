import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';

/** Returns the stored version when a save failed because of an edit conflict, else undefined. */
export function staleVersionOf<Stored>(error: unknown): Stored | undefined {
  const isStale = error instanceof ApiError && error.body.message === messages.staleRevision;
  return isStale ? (error.body.current as Stored | undefined) : undefined;
}
