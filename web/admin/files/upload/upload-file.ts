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
  /** Stops the upload, which leaves nothing behind then. */
  readonly signal?: AbortSignal;
  /** Bytes that have left so far. */
  readonly onProgress?: (sent: number) => void;
}

/**
 * Announces a file, sends its bytes, and has them taken in.
 * @throws {ApiError} for every refusal, with status 0 where no answer came; the signal's reason where it was stopped.
 */
export async function uploadFile(request: UploadRequest): Promise<AdminFile> {
  const { serviceId, file, fileType, isKept } = request;
  const body = { fileType, mimeType: pickedMimeType(file), name: fittingName(file.name), size: file.size, isKept };
  const reservation = await quietCall(adminFileApi.reserve, { params: { serviceId }, body });
  try {
    return await deliver(reservation, request);
  } catch (error) {
    void forget(reservation);
    throw error;
  }
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

/** How often it is asked what became of the bytes: a large picture may take longer than one answer may. */
const ATTEMPTS = 4;

async function completed({ serviceId, fileId }: FileReservation, signal: AbortSignal | undefined): Promise<AdminFile> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await quietCall(adminFileApi.complete, { params: { serviceId, fileId } });
    } catch (error) {
      const isUnanswered = error instanceof ApiError && error.status === 0;
      if (!isUnanswered || attempt === ATTEMPTS) throw error;
    }
  }
}

/** What was announced and not delivered would go by itself after a day. */
async function forget({ serviceId, fileId }: FileReservation): Promise<void> {
  await backgroundCall(adminFileApi.delete, { params: { serviceId, fileId } }).catch(() => {});
}
