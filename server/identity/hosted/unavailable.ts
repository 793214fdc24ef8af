import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';

/** The hosted pool cannot be asked now; what it was asked for can be tried again. */
export function unavailable(cause: unknown): Refusal {
  return Object.assign(new Refusal(503, { message: messages.unavailable }), { cause });
}
