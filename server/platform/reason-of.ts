export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join(', ');
  if (!(error instanceof Error)) return String(error);
  if (error instanceof TypeError && error.cause instanceof Error) return reasonOf(error.cause);
  return (error.message || error.name).replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}

/** Drops the path, as in `ENOSPC: no space left on device, write '/var/…'`. Undefined for other errors. */
export function reasonOfSystemError(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error ? error.message.replace(/, .*$/s, '') : undefined;
}

export function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
