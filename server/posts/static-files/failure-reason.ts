const MAX_REASON = 200;

export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  const isOfSystem = error instanceof Error && 'syscall' in error;
  return (isOfSystem ? message.replace(/, .*$/s, '') : message).slice(0, MAX_REASON);
}
