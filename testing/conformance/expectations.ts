import { expect } from 'vitest';
import type { z } from 'zod';
import type { Reply } from './client.ts';
import { ErrorShape } from './shapes.ts';

export function expectShape<Shape extends z.ZodType>(reply: Reply, shape: Shape): z.output<Shape> {
  expect(reply.status, reply.text).toBe(200);
  return parsedAs(shape, reply.body);
}

function parsedAs<Shape extends z.ZodType>(shape: Shape, value: unknown): z.output<Shape> {
  const { success, data, error } = shape.safeParse(value);
  if (!success) throw new Error(`${error.message}\nin ${JSON.stringify(value, null, 2)}`);
  return data;
}

export function expectHttpError(reply: Reply, status: number, message: string): void {
  expect([reply.status, reply.body?.message], `${reply.request}: ${reply.text}`).toEqual([status, message]);
  parsedAs(ErrorShape, reply.body);
}

export function expectFieldErrors(reply: Reply, ...fields: readonly string[]): void {
  expectHttpError(reply, 400, 'Validation Failed');
  const named = new Set((reply.body.errors as { field: string }[]).map(({ field }) => field));
  expect([...named].toSorted(), `${reply.request}: ${reply.text}`).toEqual([...fields].toSorted());
}

export function expectNothing(reply: Reply): void {
  expect([reply.status, reply.text]).toEqual([200, 'null']);
}

export function expectHead(reply: Reply, status: 200 | 404): void {
  expect([reply.status, reply.text]).toEqual([status, '']);
}
