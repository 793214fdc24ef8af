import { ApiError } from '#contract/api-client.ts';
import { fieldMessages } from '#contract/errors.ts';
import type { FileType } from '#contract/files.ts';
import { type ConsoleKey, failureKeyOf } from '../../ui/failure-text.ts';
import { acceptedTypes, type InvalidUpload, maxMegabytes, typeNames, type UploadSettings } from './upload-rules.ts';

/** Failure of an upload. Retrying helps for `network` only. */
export interface UploadProblem {
  readonly kind: 'file' | 'network';
  readonly text: ConsoleKey;
  readonly values: Readonly<Record<string, string | number>>;
}

export function problemOfInvalid(
  fieldError: InvalidUpload,
  fileType: FileType,
  settings: UploadSettings,
  kinds: readonly FileType[] = [fileType],
): UploadProblem {
  const values = {
    types: typeNames(kinds.flatMap((kind) => acceptedTypes(kind, settings))),
    max: maxMegabytes(fileType, settings),
  };
  return { kind: 'file', text: `files.faults.${fieldError}`, values };
}

export function problemOfError(
  error: unknown,
  fileType: FileType,
  settings: UploadSettings,
  kinds?: readonly FileType[],
): UploadProblem {
  const code = error instanceof ApiError ? error.body.errors?.[0]?.message : undefined;
  const fieldError = code === undefined ? undefined : ERRORS[code];
  if (fieldError) return problemOfInvalid(fieldError, fileType, settings, kinds);
  if (error instanceof ApiError && error.status === 0) {
    return { kind: 'network', text: 'files.faults.network', values: {} };
  }
  const isHttpError = error instanceof ApiError && error.status === 400;
  return { kind: isHttpError ? 'file' : 'network', text: errorKeyOf(error, code), values: {} };
}

/** Prefers the code of the field error, which is more specific. */
function errorKeyOf(error: unknown, code: string | undefined): ConsoleKey {
  if (!(error instanceof ApiError) || code === undefined) return failureKeyOf(error);
  return failureKeyOf(new ApiError(error.status, { message: code }));
}

const ERRORS: Readonly<Record<string, InvalidUpload>> = {
  [fieldMessages.typeNotAccepted]: 'typeNotAccepted',
  [fieldMessages.overMaxSize]: 'overMaxSize',
  [fieldMessages.required]: 'required',
};
