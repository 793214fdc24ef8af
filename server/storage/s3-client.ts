import { PassThrough, Readable } from 'node:stream';
import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { reasonOf } from '../platform/reason-of.ts';
import { ignoreStreamErrors } from './source.ts';
import { StorageUnavailable } from './storage.ts';

/** Credentials come from the AWS environment. */
export interface S3Target {
  readonly kind: 's3';
  readonly bucket: string;
  /** Empty, or ending with a slash. */
  readonly prefix: string;
  readonly region?: string;
  readonly endpoint?: string;
  readonly isPathStyle: boolean;
}

export interface S3Bounds {
  readonly answerMs: number;
  readonly attempts: number;
}

export const S3_BOUNDS: S3Bounds = { answerMs: 15_000, attempts: 3 };

const CONNECT_MS = 5000;
/** Slow clients may pause a download. */
const IDLE_MS = 120_000;
const WORK_MS = 300_000;
/** Each slow download holds a socket. */
const MAX_SOCKETS = 500;

export function createS3Client({ region, endpoint, isPathStyle }: S3Target, { attempts }: S3Bounds): S3Client {
  const agent = { maxSockets: MAX_SOCKETS };
  // Compatible services need a region in signatures and rarely check it.
  const signingRegion = region ?? (endpoint === undefined ? undefined : 'us-east-1');
  return new S3Client({
    ...(signingRegion !== undefined && { region: signingRegion }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: isPathStyle,
    maxAttempts: attempts,
    // Otherwise presigned URLs contain the checksum of an empty body, and some servers do not support checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: CONNECT_MS,
      socketTimeout: IDLE_MS,
      requestTimeout: WORK_MS,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

export function toUnavailable(error: unknown): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  const reason = reasonOf(error);
  const { name = '', code = name } = error instanceof Error ? (error as Error & { readonly code?: unknown }) : {};
  const kind = typeof code === 'string' ? code : name;
  return new StorageUnavailable(reason.includes(kind) ? reason : `${kind}: ${reason}`, { cause: error });
}

/** HEAD responses cannot distinguish a missing bucket from a missing object. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
}

/** HEAD responses have no body and thus no error name. */
export function isDenied(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const isNameless = ['Unknown', 'Forbidden', '403'].includes(error.name) && error.$metadata.httpStatusCode === 403;
  return isNameless || error.name === 'AccessDenied';
}

export function isInvalidRange(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidRange';
}

export function toReadable(body: unknown): Readable {
  if (!(body instanceof Readable)) throw new TypeError('The response has no body');
  const content = ignoreStreamErrors(new PassThrough());
  body.on('error', (error) => content.destroy(toUnavailable(error)));
  content.on('close', () => body.destroy());
  return body.pipe(content);
}
