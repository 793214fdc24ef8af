import { ApiError } from '#contract/api-client.ts';
import { type ConsoleKey, failureKeyOf } from '../../../ui/failure-text.ts';

export function reasonKeyOf(code: string): ConsoleKey {
  return failureKeyOf(new ApiError(400, { message: code }));
}
