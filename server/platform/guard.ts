import type { Endpoint } from '#contract/endpoint.ts';
import type { Actor } from './actor.ts';
import type { Log } from './log.ts';

/** What guards know of a request. */
export interface GuardedRequest {
  readonly params: unknown;
  readonly headers: { readonly authorization?: string | undefined };
  readonly log: Log;
  /** The address and the name of the request, where there is one. */
  readonly ip?: string;
  readonly id?: string;
  actor?: Actor;
}

/** Runs before anything of a request is parsed; throws to refuse it. */
export type Guard = (endpoint: Endpoint, request: GuardedRequest) => Promise<void>;
