import { badRequest, type HttpError } from '../http/errors.ts';

export function unusable(reason: string): HttpError {
  return badRequest(reason);
}
