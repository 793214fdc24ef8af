import { ApiError } from '#contract/api-client.ts';
import { messages } from '#contract/errors.ts';

export function staleVersionOf<Stored>(error: unknown): Stored | undefined {
  const isStale = error instanceof ApiError && error.body.message === messages.staleRevision;
  return isStale ? (error.body.current as Stored | undefined) : undefined;
}
