import { type AdminFile, adminFileApi, type FileReservation } from '#contract/admin-files.ts';
import { ApiError } from '#contract/api-client.ts';
import type { FileType } from '#contract/files.ts';
import { backgroundCall, quietCall } from '../../../session/console-call.ts';
import { pickedMimeType } from './file-kind.ts';
import { sendBytes } from './send-bytes.ts';
import { fittingName } from './upload-rules.ts';

export interface UploadRequest {
  readonly serviceId: string;
  readonly file: File;
  readonly fileType: FileType;
  /** In the library for good; else a saved post has to have it within a day. */
  readonly isKept: boolean;
  /** Of an attempt that was not answered: it may have arrived all the same, and is then not sent once more. */
  readonly unanswered?: string | undefined;
  /** Stops the upload, which leaves nothing behind then. */
  readonly signal?: AbortSignal;
  /** Bytes that have left so far. */
  readonly onProgress?: (sent: number) => void;
}

/** An upload of which nobody can say what became of it. */
export class UnansweredUpload extends ApiError {
  readonly fileId: string;

  constructor({ status, body }: ApiError, fileId: string) {
    super(status, body);
    this.fileId = fileId;
  }
}

/**
 * Announces a file, sends its bytes, and has them taken in.
 * @throws {ApiError} for every refusal, with status 0 where no answer came: an UnansweredUpload once it was announced;
 *   the signal's reason where it was stopped.
 */
export async function uploadFile(request: UploadRequest): Promise<AdminFile> {
  const { serviceId, file, fileType, isKept, unanswered, signal } = request;
  if (unanswered !== undefined) {
    const arrived = await settled({ serviceId, fileId: unanswered }, () =>
      completed({ serviceId, fileId: unanswered }, signal),
    ).catch(passIfRefused);
    if (arrived) return arrived;
  }
  const body = { fileType, mimeType: pickedMimeType(file), name: fittingName(file.name), size: file.size, isKept };
  const reservation = await quietCall(adminFileApi.reserve, { params: { serviceId }, body });
  return await settled(reservation, () => deliver(reservation, request));
}

type Announced = Pick<FileReservation, 'serviceId' | 'fileId'>;

/** Leaves nothing behind of what failed, unless it may have come to its end where nobody could say so. */
async function settled(announced: Announced, work: () => Promise<AdminFile>): Promise<AdminFile> {
  try {
    return await work();
  } catch (error) {
    if (isUnanswered(error)) throw new UnansweredUpload(error, announced.fileId);
    void forgetUpload(announced);
    throw error;
  }
}

/** A server that fails may have done it all the same, as one that does not answer may. */
function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** What has not arrived is sent once more. */
function passIfRefused(error: unknown): undefined {
  if (!(error instanceof ApiError) || isUnanswered(error)) throw error;
}

export interface ReplacementRequest extends Omit<UploadRequest, 'fileType' | 'isKept'> {
  readonly fileId: string;
  /** Of the file that is replaced. */
  readonly mimeType: string;
}

/** Puts other bytes in the place of a file's own. @see uploadFile for what it throws. */
export async function replaceFile(request: ReplacementRequest): Promise<AdminFile> {
  const { serviceId, fileId, mimeType, file } = request;
  const body = { mimeType, size: file.size };
  const reservation = await quietCall(adminFileApi.replace, { params: { serviceId, fileId }, body });
  return await deliver(reservation, request);
}

type Delivery = Pick<UploadRequest, 'file' | 'signal' | 'onProgress'>;

async function deliver(reservation: FileReservation, { file, signal, onProgress }: Delivery): Promise<AdminFile> {
  const { url, mimeType } = reservation;
  await sendBytes({ url, mimeType, file, signal, onProgress: (sent) => onProgress?.(sent) });
  return await completed(reservation, signal);
}

/**
 * Waits before it is asked again what became of the bytes, in milliseconds: a large picture may take longer than one
 * answer may, and a server that was started again is there after a few seconds.
 */
const WAITS_MS = [1000, 2000, 4000, 8000];

async function completed({ serviceId, fileId }: Announced, signal: AbortSignal | undefined): Promise<AdminFile> {
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await quietCall(adminFileApi.complete, { params: { serviceId, fileId } });
    } catch (error) {
      const wait = WAITS_MS[attempt];
      if (!isUnanswered(error) || wait === undefined) throw error;
      await pause(wait, signal);
    }
  }
}

/** Ends early where the signal stops it. */
function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
}

/** What was announced and not delivered would go by itself after a day. */
export async function forgetUpload({ serviceId, fileId }: Announced): Promise<void> {
  await backgroundCall(adminFileApi.delete, { params: { serviceId, fileId } }).catch(() => {});
}
