import { messages } from '#contract/errors.ts';
import { Refusal } from '../../platform/errors.ts';

export function unavailable(cause: unknown): Refusal {
  return Object.assign(new Refusal(503, { message: messages.unavailable }), { cause });
}
