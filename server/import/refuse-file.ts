import { Refusal } from '../platform/errors.ts';

/** Creates an error whose message is shown in the import report. */
export function unusable(reason: string): Refusal {
  return new Refusal(400, { message: reason });
}
