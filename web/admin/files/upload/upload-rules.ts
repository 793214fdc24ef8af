import { ApiError } from '#contract/api-client.ts';
import { fieldMessages, messages } from '#contract/errors.ts';
import type { FileType } from '#contract/files.ts';
import { extensionOf, isStorableType, mimeTypeOf } from '#contract/media-types.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { type ConsoleKey, failureKeyOf } from '../../ui/failure-text.ts';

export type UploadSettings = Pick<
  ServiceConfigs,
  | 'mediaUploadAcceptMimetypesImage'
  | 'mediaUploadAcceptMimetypesFile'
  | 'mediaUploadSizeLimitMBImage'
  | 'mediaUploadSizeLimitMBFile'
>;

export type InvalidUpload = 'required' | 'empty' | 'typeNotAccepted' | 'overMaxSize';

interface Picked {
  readonly name: string;
  readonly size: number;
  readonly mimeType: string;
}

const MEGABYTE = 1024 * 1024;

export function errorOf(file: Picked, fileType: FileType, settings: UploadSettings): InvalidUpload | undefined {
  if (file.name.trim() === '') return 'required';
  if (!acceptedTypes(fileType, settings).includes(file.mimeType)) return 'typeNotAccepted';
  if (file.size === 0) return 'empty';
  const max = maxMegabytes(fileType, settings);
  return max > 0 && file.size > max * MEGABYTE ? 'overMaxSize' : undefined;
}

/** Returns the types from the settings that the server still supports; old settings may contain others. */
export function acceptedTypes(fileType: FileType, settings: UploadSettings): readonly string[] {
  const { mediaUploadAcceptMimetypesImage: images, mediaUploadAcceptMimetypesFile: documents } = settings;
  return (fileType === 'image' ? images : documents).filter((type) => isStorableType(fileType, type));
}

export function maxMegabytes(fileType: FileType, settings: UploadSettings): number {
  return fileType === 'image' ? settings.mediaUploadSizeLimitMBImage : settings.mediaUploadSizeLimitMBFile;
}

export function typeName(mimeType: string): string {
  const ending = extensionOf(mimeType);
  return ending === 'bin' ? mimeType : ending;
}

export function typeNames(mimeTypes: readonly string[]): string {
  return [...new Set(mimeTypes.map(typeName))].join(', ');
}

const MAX_NAME = 128;

export function fittingName(name: string): string {
  const trimmed = name.trim().toWellFormed();
  if (trimmed.length <= MAX_NAME) return trimmed;
  const ending = /\.[0-9a-z]{1,10}$/i.exec(trimmed)?.[0] ?? '';
  const stem = trimmed.slice(0, MAX_NAME - ending.length).replace(/[\uD800-\uDBFF]$/, '');
  return `${stem}${ending}`;
}

/** Includes extensions, because some systems do not know the MIME types. */
export function acceptTypes(mimeTypes: readonly string[]): string {
  const endings = mimeTypes.map(extensionOf).filter((ending) => ending !== 'bin');
  return [...new Set([...mimeTypes, ...endings.map((ending) => `.${ending}`)])].join(',');
}

export function acceptOf(settings: UploadSettings, fileType?: FileType): string {
  const kinds = fileType === undefined ? (['image', 'file'] as const) : [fileType];
  return acceptTypes(kinds.flatMap((kind) => acceptedTypes(kind, settings)));
}

const UNKNOWN = 'application/octet-stream';

/** Prefers the extension: browsers do not recognize Markdown, and some report CSV as a spreadsheet. */
export function pickedMimeType({ name, type }: Pick<File, 'name' | 'type'>): string {
  const byName = mimeTypeOf(endingOf(name));
  if (byName !== UNKNOWN) return byName;
  const [byBrowser = ''] = type.toLowerCase().split(';');
  return byBrowser.trim() || UNKNOWN;
}

export function kindOf(mimeType: string, settings: UploadSettings): FileType {
  const isPicture = acceptedTypes('image', settings).includes(mimeType);
  const isDocument = acceptedTypes('file', settings).includes(mimeType);
  return isPicture || (mimeType.startsWith('image/') && !isDocument) ? 'image' : 'file';
}

export function endingOf(name: string): string {
  return /\.([0-9a-z]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
}

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
