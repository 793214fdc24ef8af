import { badRequest, type HttpError } from '../platform/errors.ts';

export function unusable(reason: string): HttpError {
  return badRequest(reason);
}
