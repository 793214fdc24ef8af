import { S3Client, S3ServiceException } from '@aws-sdk/client-s3';
import { StorageUnavailable } from './storage-unavailable.ts';

/** A bucket of S3, or of anything that speaks its protocol. Who we are is told by the environment. */
export interface S3Target {
  readonly kind: 's3';
  readonly bucket: string;
  /** What all keys begin with there: empty, or up to a slash. */
  readonly prefix: string;
  /** Unless the environment names it. */
  readonly region?: string;
  /** Unless it is Amazon's. */
  readonly endpoint?: string;
  /** Whether the bucket is named in the path and not in the host's name. */
  readonly isPathStyle: boolean;
}

export interface S3Bounds {
  /** How long the head of an answer may take to begin, where none of the work grows with the object. */
  readonly answerMs: number;
  readonly attempts: number;
}

export const S3_BOUNDS: S3Bounds = { answerMs: 15_000, attempts: 3 };

const CONNECT_MS = 5000;
/** Of a connection on which nothing moves: readers may let a download wait for a while. */
const IDLE_MS = 120_000;
/** Of requests whose work grows with the object: parts that are sent, and copies. */
const WORK_MS = 300_000;
/** Readers who are slow hold one each. */
const MAX_SOCKETS = 500;

export function createS3Client({ region, endpoint, isPathStyle }: S3Target, { attempts }: S3Bounds): S3Client {
  const agent = { maxSockets: MAX_SOCKETS };
  // What speaks the protocol elsewhere wants a region in the signature, and seldom cares which.
  const regionSaid = region ?? (endpoint === undefined ? undefined : 'us-east-1');
  return new S3Client({
    ...(regionSaid !== undefined && { region: regionSaid }),
    ...(endpoint !== undefined && { endpoint }),
    forcePathStyle: isPathStyle,
    maxAttempts: attempts,
    // Otherwise the presigner puts the checksum of an empty body into addresses, and not every server knows them.
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

/** Whatever S3 and the way there refuse is a storage that is not available. */
export function toUnavailable(error: unknown): StorageUnavailable {
  if (error instanceof StorageUnavailable) return error;
  return new StorageUnavailable(reasonOf(error), { cause: error });
}

function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const kind = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  const words = error.message.replace(/\s+/g, ' ').trim();
  return words.includes(kind) ? words : `${kind}: ${words}`;
}

/** Whether S3 says that there is no such object. Without a body, as to HEAD, it cannot say that there is no bucket. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name);
}

/** Whether S3 says that we may not. A wrong key or signature has names of its own; without a body, as to HEAD, it has none. */
export function isDenied(error: unknown): boolean {
  if (!(error instanceof S3ServiceException)) return false;
  const isNameless = ['Unknown', 'Forbidden', '403'].includes(error.name) && error.$metadata.httpStatusCode === 403;
  return isNameless || error.name === 'AccessDenied';
}

/** Whether S3 says that the object ends before the range begins. */
export function isBeyond(error: unknown): boolean {
  return error instanceof Error && error.name === 'InvalidRange';
}
