export interface Finding {
  readonly state: 'ok' | 'warning' | 'problem';
  readonly what: string;
  readonly fix?: string;
}

export const ok = (what: string): Finding => ({ state: 'ok', what });
export const warning = (what: string, fix: string): Finding => ({ state: 'warning', what, fix });
export const problem = (what: string, fix: string): Finding => ({ state: 'problem', what, fix });

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { cause } = error as { cause?: unknown };
  if (error instanceof TypeError && cause instanceof Error) return reasonOf(cause);
  const message = error instanceof Error ? error.message || error.name : String(error);
  return message.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}
