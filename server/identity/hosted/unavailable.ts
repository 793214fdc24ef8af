import { messages } from '#contract/errors.ts';
import { HttpError } from '../../http/errors.ts';

export function unavailable(cause: unknown): HttpError {
  return Object.assign(new HttpError(503, { message: messages.unavailable }), { cause });
}
