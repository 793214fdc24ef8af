export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return error.errors.map(reasonOf).join(', ');
  if (!(error instanceof Error)) return String(error);
  if (error instanceof TypeError && error.cause instanceof Error) return reasonOf(error.cause);
  return (error.message || error.name).replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}
