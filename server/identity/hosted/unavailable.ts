import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';

/** Returns a 503 error for an unreachable hosted pool. */
export function unavailable(cause: unknown): Refusal {
  return Object.assign(new Refusal(503, { message: messages.unavailable }), { cause });
}
