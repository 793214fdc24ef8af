import { Refusal } from '../platform/errors.ts';

/** What is wrong with a file, in the words of the report. */
export function unusable(reason: string): Refusal {
  return new Refusal(400, { message: reason });
}
