import type { AdminPost } from '#contract/admin-posts.ts';
import { ApiError } from '#contract/api-client.ts';

/** The version that somebody else has saved meanwhile, if that is why a save was refused. */
export function staleVersionOf(error: unknown): AdminPost | undefined {
  return error instanceof ApiError && error.status === 409 ? (error.body.current as AdminPost | undefined) : undefined;
}
