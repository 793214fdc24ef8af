import { Refusal } from '../platform/errors.ts';

export function unusable(reason: string): Refusal {
  return new Refusal(400, { message: reason });
}
