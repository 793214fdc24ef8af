import { z } from 'zod';
import { text } from '#contract/text.ts';
import type { Caller } from '../http/caller.ts';
import { CognitoError, invalidParameter } from './cognito-error.ts';
import { requireSignedIn, type SignedIn } from './tokens.ts';
import type { UserPool } from './user-pool.ts';

/**
 * A sealed cookie lists the accounts that signed in. Their failures on this device are counted separately from those
 * of strangers (OWASP device cookies).
 */
export interface Device {
  idFor(username: string): string | undefined;
  remember(username: string): void;
}

export interface PoolCaller extends Caller {
  readonly device?: Device;
}

/** An operation of the Cognito API. */
export type Action = (pool: UserPool, input: unknown, caller: PoolCaller) => Promise<object>;

export function action<Schema extends z.ZodType>(
  schema: Schema,
  run: (pool: UserPool, input: z.output<Schema>, caller: PoolCaller) => Promise<object>,
): Action {
  return async (pool, input, caller) => run(pool, parse(schema, input), caller);
}

export function clientAction<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (pool: UserPool, input: z.output<z.ZodObject<Shape>>, caller: PoolCaller) => Promise<object>,
): Action {
  return action(z.object({ ClientId: Name }).and(z.object(shape)), async (pool, input, caller) => {
    if (input.ClientId !== pool.clientId) {
      throw new CognitoError('ResourceNotFoundException', 'User pool client does not exist.');
    }
    return run(pool, input, caller);
  });
}

export function userAction<Shape extends z.ZodRawShape>(
  shape: Shape,
  run: (pool: UserPool, input: z.output<z.ZodObject<Shape>> & SignedIn, caller: PoolCaller) => Promise<object>,
): Action {
  return action(z.object({ AccessToken: Token }).and(z.object(shape)), async (pool, input, caller) =>
    run(pool, { ...input, ...(await requireSignedIn(pool, input.AccessToken)) }, caller),
  );
}

export function parse<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const names = parsed.error.issues.map(({ path }) => path.join('.')).filter(Boolean);
  throw invalidParameter(`Missing or invalid: ${names.slice(0, 10).join(', ') || 'the request'}`.slice(0, 300));
}

export const Parameters = z.record(text({ max: 200 }), text({ max: 16_384 }).nullable());

export const Name = text({ min: 1, max: 256 });
export const Token = text({ min: 1, max: 16_384 });
export const Password = text({ min: 1, max: 1000 });
export const Code = text({ min: 1, max: 256 });
