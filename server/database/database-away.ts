/** Thrown where the database does not answer at all; what was asked of it may or may not have been done. */
export class DatabaseAway extends Error {
  readonly code = 'DATABASE_AWAY';

  constructor(options?: ErrorOptions) {
    super(`The database does not answer: ${reasonOf(options?.cause)}`, options);
    this.name = 'DatabaseAway';
  }
}

function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError) return cause.errors.map(reasonOf).join(', ');
  return cause instanceof Error ? cause.message : 'it is waited for';
}

/** What the network says of a server that cannot be reached. */
const NETWORK: ReadonlySet<string> = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN'],
]);
/** What PostgreSQL says when it stops, has crashed or is not up yet, and errors of the connection itself. */
const POSTGRES_GOING = /^(?:57P0[123]|08...)$/;
/** The driver's own words; its errors have no code. */
const DRIVER_WORDS =
  /^(?:Connection terminated|timeout (?:expired|exceeded when trying to connect)|Query read timeout|Client (?:has encountered a connection error|was closed))/;

/** Whether an error means that the connection is gone, or that there was none to be had. */
export function isLostConnection(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(isLostConnection);
  if (!(error instanceof Error)) return false;
  const { code } = error as Error & { readonly code?: unknown };
  if (typeof code === 'string') return NETWORK.has(code) || POSTGRES_GOING.test(code);
  return DRIVER_WORDS.test(error.message);
}
