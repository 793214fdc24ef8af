import { type AdminFile, adminFileApi, type FileReservation } from '#contract/admin-files.ts';
import { ApiError } from '#contract/api-client.ts';
import { ErrorResponse, messages } from '#contract/errors.ts';
import type { FileType } from '#contract/files.ts';
import { backgroundCall, quietCall } from '../../../session/console-call.ts';
import { fittingName, pickedMimeType } from './upload-rules.ts';

interface Sending {
  readonly url: string;
  readonly mimeType: string;
  readonly file: Blob;
  readonly signal: AbortSignal | undefined;
  readonly onProgress: (sent: number) => void;
}

/** Milliseconds without progress or response after which an upload is aborted. */
const STALL_MS = 5 * 60_000;

/**
 * Uploads a file with XMLHttpRequest, because `fetch` does not report upload progress.
 * @throws {ApiError} for error responses, with status 0 without a response; the signal's reason when aborted
 */
function sendBytes({ url, mimeType, file, signal, onProgress }: Sending): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    let stall: ReturnType<typeof setTimeout> | undefined;
    const stop = () => request.abort();
    const moving = () => {
      clearTimeout(stall);
      stall = setTimeout(stop, STALL_MS);
    };
    const fail = () => reject(signal?.aborted ? signal.reason : new ApiError(0, { message: 'Network error' }));
    request.upload.onprogress = ({ loaded }) => {
      moving();
      onProgress(loaded);
    };
    request.onload = () => (isSuccess(request.status) ? resolve() : reject(httpErrorOf(request)));
    request.onerror = fail;
    request.onabort = fail;
    request.onloadend = () => {
      clearTimeout(stall);
      signal?.removeEventListener('abort', stop);
    };
    if (signal?.aborted) return fail();
    signal?.addEventListener('abort', stop);
    request.open('PUT', url);
    request.setRequestHeader('content-type', mimeType);
    moving();
    request.send(file);
  });
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** External storage returns errors in other formats. */
function httpErrorOf({ status, responseText }: XMLHttpRequest): ApiError {
  return new ApiError(status, ErrorResponse.safeParse(parsed(responseText)).data ?? { message: messages.uploadFailed });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

let running = 0;

async function preventingUnload<Result>(work: () => Promise<Result>): Promise<Result> {
  running += 1;
  if (running === 1) window.addEventListener('beforeunload', askBeforeUnload);
  try {
    return await work();
  } finally {
    running -= 1;
    if (running === 0) window.removeEventListener('beforeunload', askBeforeUnload);
  }
}

function askBeforeUnload(event: BeforeUnloadEvent): void {
  event.preventDefault();
}

interface UploadRequest {
  readonly serviceId: string;
  readonly file: File;
  readonly fileType: FileType;
  /** Stays in the library. Otherwise the file is deleted after a day unless a saved post uses it. */
  readonly isKept: boolean;
  /** File id of an earlier attempt without a response. The file is not sent again if it has arrived. */
  readonly unanswered?: string | undefined;
  /** Aborts the upload and deletes what has arrived. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number) => void;
}

/** Upload with an unknown result, because no conclusive response arrived. */
export class UnansweredUpload extends ApiError {
  readonly fileId: string;

  constructor({ status, body }: ApiError, fileId: string) {
    super(status, body);
    this.fileId = fileId;
  }
}

/**
 * Reserves a file, sends its bytes and completes the upload.
 * @throws {ApiError} for error responses, with status 0 without a response; UnansweredUpload when the result is unknown
 * after reserving; the signal's reason when aborted
 */
export function uploadFile(request: UploadRequest): Promise<AdminFile> {
  return preventingUnload(() => upload(request));
}

async function upload(request: UploadRequest): Promise<AdminFile> {
  const { serviceId, file, fileType, isKept, unanswered, signal } = request;
  if (unanswered !== undefined) {
    const arrived = await settled({ serviceId, fileId: unanswered }, () =>
      completed({ serviceId, fileId: unanswered }, signal),
    ).catch(passIfRejected);
    if (arrived) return arrived;
  }
  const body = { fileType, mimeType: pickedMimeType(file), name: fittingName(file.name), size: file.size, isKept };
  const reservation = await quietCall(adminFileApi.reserve, { params: { serviceId }, body });
  return await settled(reservation, () => deliver(reservation, request));
}

type Announced = Pick<FileReservation, 'serviceId' | 'fileId'>;

/** Deletes the reservation after a failure, unless the result is unknown. */
async function settled(announced: Announced, work: () => Promise<AdminFile>): Promise<AdminFile> {
  try {
    return await work();
  } catch (error) {
    if (isUnanswered(error)) throw new UnansweredUpload(error, announced.fileId);
    void forgetUpload(announced);
    throw error;
  }
}

/** A server may have completed the upload despite a 5xx response or a missing one. */
function isUnanswered(error: unknown): error is ApiError {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Returns undefined for rejections, so that the file is sent again. */
function passIfRejected(error: unknown): undefined {
  if (!(error instanceof ApiError) || isUnanswered(error)) throw error;
}

interface ReplacementRequest extends Omit<UploadRequest, 'fileType' | 'isKept'> {
  readonly fileId: string;
  /** MIME type of the replaced file, which the new file must have. */
  readonly mimeType: string;
}

/** @throws {ApiError} like {@link uploadFile} */
export function replaceFile(request: ReplacementRequest): Promise<AdminFile> {
  const { serviceId, fileId, mimeType, file } = request;
  const body = { mimeType, size: file.size };
  return preventingUnload(async () => {
    const reservation = await quietCall(adminFileApi.replace, { params: { serviceId, fileId }, body });
    return await deliver(reservation, request);
  });
}

type Delivery = Pick<UploadRequest, 'file' | 'signal' | 'onProgress'>;

async function deliver(reservation: FileReservation, { file, signal, onProgress }: Delivery): Promise<AdminFile> {
  const { url, mimeType } = reservation;
  await sendBytes({ url, mimeType, file, signal, onProgress: (sent) => onProgress?.(sent) });
  return await completed(reservation, signal);
}

/**
 * Milliseconds between attempts to complete an upload: processing a large image may outlast a request, and a restarted
 * server is back after a few seconds.
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

/** Ignores failures, because the server deletes reservations after a day. */
export async function forgetUpload({ serviceId, fileId }: Announced): Promise<void> {
  await backgroundCall(adminFileApi.delete, { params: { serviceId, fileId } }).catch(() => {});
}
