import { reasonOf } from '../platform/reason-of.ts';

/** Thrown when the database is unreachable. The statement may or may not have been executed. */
export class DatabaseUnavailable extends Error {
  readonly code = 'DATABASE_UNAVAILABLE';

  constructor(options?: ErrorOptions) {
    super(
      `The database does not respond${options?.cause === undefined ? '' : `: ${reasonOf(options.cause)}`}`,
      options,
    );
    this.name = 'DatabaseUnavailable';
  }
}

const NETWORK: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);
/** PostgreSQL error codes for shutdown, crash and startup (57P0x) and connection errors (08). */
const POSTGRES_GOING = /^(?:57P0[123]|08...)$/;
const DRIVER_WORDS =
  /^(?:Connection terminated|timeout (?:expired|exceeded when trying to connect)|Query read timeout|Client (?:has encountered a connection error|was closed))/;

export function isLostConnection(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isLostConnection);
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { readonly code?: unknown };
  if (typeof code === 'string') return NETWORK.has(code) || POSTGRES_GOING.test(code);
  return DRIVER_WORDS.test(error.message);
}
