import type { z } from 'zod';
import type { Operation } from './document.ts';

export interface FuzzedAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export function problemOfAnswer(operation: Operation, { status, contentType, body }: FuzzedAnswer): string | undefined {
  if (status >= 500) return `${status} is a fault of the server`;
  if (operation.method === 'HEAD') return body === '' ? undefined : 'an answer to HEAD has a body';
  if (status === 304) return undefined;
  const shape = operation.shapeOf(status);
  if (!shape) return `${status} is not described`;
  if (!/^application[/]json; charset=utf-8$/.test(contentType)) return `${contentType} is not JSON`;
  const value: unknown = JSON.parse(body);
  return status >= 400 ? (describeHttpError(value) ?? describeMismatch(shape, value)) : describeMismatch(shape, value);
}

function describeMismatch(shape: z.ZodType, value: unknown): string | undefined {
  const { error } = shape.safeParse(value);
  return error && `does not have the shape that is described: ${error.message.slice(0, 2000)}`;
}

function describeHttpError(value: unknown): string | undefined {
  const { message, errors = [] } = value as { message?: unknown; errors?: { field: unknown; message: unknown }[] };
  if (typeof message !== 'string' || message === '' || message.length > 300) return 'a refusal without a message';
  const isReported = errors.every(
    (one) => typeof one.message === 'string' && typeof one.field === 'string' && /^[^A-Z]{1,200}$/s.test(one.field),
  );
  return isReported ? undefined : 'a field is not told in snake_case and plain text';
}
