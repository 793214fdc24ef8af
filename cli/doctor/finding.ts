export interface Finding {
  readonly state: 'fine' | 'worth-knowing' | 'wrong';
  readonly what: string;
  readonly fix?: string;
}

export const fine = (what: string): Finding => ({ state: 'fine', what });
export const worthKnowing = (what: string, fix: string): Finding => ({ state: 'worth-knowing', what, fix });
export const wrong = (what: string, fix: string): Finding => ({ state: 'wrong', what, fix });

export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  const { cause } = error as { cause?: unknown };
  if (error instanceof TypeError && cause instanceof Error) return reasonOf(cause);
  const output = error instanceof Error ? error.message || error.name : String(error);
  return output.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
}

export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} seconds`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    work.catch(() => {});
  }
}
