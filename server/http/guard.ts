import type { Endpoint } from '#contract/endpoint.ts';
import type { Log } from '../platform/log.ts';
import type { Actor } from './actor.ts';

export interface GuardedRequest {
  readonly params: unknown;
  readonly headers: { readonly authorization?: string | undefined };
  readonly log: Log;
  readonly ip?: string;
  readonly id?: string;
  actor?: Actor;
}

/**
 * Runs before the request is parsed.
 *
 * @throws to reject the request
 */
export type Guard = (endpoint: Endpoint, request: GuardedRequest) => Promise<void>;
