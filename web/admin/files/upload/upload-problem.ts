import { ApiError } from '#contract/api-client.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { FileType } from '#contract/files.ts';
import { type ConsoleKey, failureKeyOf } from '../../ui/failure-text.ts';
import { acceptedTypes, type InvalidUpload, maxMegabytes, typeNames, type UploadSettings } from './upload-rules.ts';

export interface UploadProblem {
  /** Another attempt with the same file may succeed. */
  readonly canRetry: boolean;
  readonly text: ConsoleKey;
  readonly values: Readonly<Record<string, string | number>>;
}

export function problemOfInvalid(
  reason: InvalidUpload,
  fileType: FileType,
  settings: UploadSettings,
  kinds: readonly FileType[] = [fileType],
): UploadProblem {
  const values = {
    types: typeNames(kinds.flatMap((kind) => acceptedTypes(kind, settings))),
    max: maxMegabytes(fileType, settings),
  };
  return { canRetry: false, text: `files.errors.${reason}`, values };
}

export function problemOfError(
  error: unknown,
  fileType: FileType,
  settings: UploadSettings,
  kinds?: readonly FileType[],
): UploadProblem {
  const code = error instanceof ApiError ? error.body.errors?.[0]?.message : undefined;
  const reason = code === undefined ? undefined : ERRORS[code];
  if (reason) return problemOfInvalid(reason, fileType, settings, kinds);
  if (!(error instanceof ApiError)) return { canRetry: true, text: failureKeyOf(error), values: {} };
  return { canRetry: isRetryable(error), text: textOf(error, code), values: {} };
}

/**
 * A retry opens the sign-in dialog again (401) and reserves a new upload, which helps after a conflict (409) and an
 * expired upload (410).
 */
const RETRYABLE = [0, 401, 408, 409, 410, 425, 429];

const INTERRUPTED: readonly string[] = [messages.uploadIncomplete, messages.uploadFailed];

function isRetryable({ status, body }: ApiError): boolean {
  // Object storage answers 403 to a URL that has expired.
  const isInterrupted = (status === 400 || status === 403) && INTERRUPTED.includes(body.message);
  return RETRYABLE.includes(status) || status >= 500 || isInterrupted;
}

/** Prefers the code of the field error, which is more specific. */
function textOf({ status, body }: ApiError, code: string | undefined): ConsoleKey {
  if (status === 0 || body.message === messages.uploadIncomplete) return 'files.errors.network';
  return failureKeyOf(new ApiError(status, { message: code ?? MESSAGES[status] ?? body.message }));
}

/** The general messages of these statuses do not mention files. A proxy may have a lower limit than the service. */
const MESSAGES: Readonly<Record<number, string>> = {
  413: fieldMessages.overMaxSize,
  415: fieldMessages.typeNotAccepted,
};

const ERRORS: Readonly<Record<string, InvalidUpload>> = {
  [fieldMessages.typeNotAccepted]: 'typeNotAccepted',
  [fieldMessages.overMaxSize]: 'overMaxSize',
  [fieldMessages.required]: 'required',
};
