import { setTimeout as pause } from 'node:timers/promises';
import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CognitoError } from './cognito-error.ts';

const MINIMUM_MS = 50;

/** Keeps the timing of a response from revealing whether an account exists. */
export async function withMinimumDuration<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  const paced = pause(MINIMUM_MS);
  try {
    return await work();
  } finally {
    await paced;
  }
}

const WINDOW_MS = 60_000;
/** Per address and minute. High enough for an office behind one address. */
const MAX_CALLS = 1200;
const MAX_SIGN_IN_CALLS = 120;
const MAX_ADDRESSES = 10_000;

export async function limitRate(scope: FastifyInstance, isSignIn: (request: FastifyRequest) => boolean): Promise<void> {
  await scope.register(rateLimit, { global: false, cache: MAX_ADDRESSES });
  const options = { timeWindow: WINDOW_MS, cache: MAX_ADDRESSES };
  const limitSignIn = scope.createRateLimit({ ...options, max: MAX_SIGN_IN_CALLS });
  const limitCalls = scope.createRateLimit({ ...options, max: MAX_CALLS });
  scope.addHook('onRequest', async (request, reply) => {
    const limit = await (isSignIn(request) ? limitSignIn : limitCalls)(request);
    if (limit.isAllowed || !limit.isExceeded) return;
    reply.header('retry-after', String(limit.ttlInSeconds));
    throw new CognitoError('TooManyRequestsException', 'Too many requests');
  });
}
