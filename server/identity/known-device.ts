import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Caller } from '../http/caller.ts';
import type { UserPool } from './user-pool.ts';

/** The prefix `__Host-` requires `Path=/`, which would send the cookie with every request. */
const nameFor = (isSecure: boolean) => `${isSecure ? '__Secure-' : ''}kawaraban-device`;
const PURPOSE = 'known device';
const LIFE_SECONDS = 400 * 24 * 60 * 60;
const MAX_ACCOUNTS = 5;
const MAX_LENGTH = 2000;

const DeviceToken = z.object({ id: z.string(), accounts: z.array(z.string()) });

/**
 * The sealed cookie lists the accounts that signed in. Their failures on this device are counted separately from those
 * of strangers (OWASP device cookies).
 */
export interface Device {
  idFor(username: string): string | undefined;
  remember(username: string): void;
}

export interface PoolCaller extends Caller {
  readonly device?: Device;
}

export function deviceOf({ vault, publicUrl }: UserPool, request: FastifyRequest, reply: FastifyReply): Device {
  const isSecure = [publicUrl, request.protocol].some((address) => address?.startsWith('https'));
  const sealed = request.cookies[nameFor(isSecure)] ?? '';
  const plain = sealed.length > MAX_LENGTH ? undefined : vault.open(PURPOSE, sealed);
  const known = plain && DeviceToken.safeParse(JSON.parse(plain.toString())).data;
  const { id = randomBytes(16).toString('base64url'), accounts = [] } = known ?? {};
  return {
    idFor: (username) => (accounts.includes(username) ? id : undefined),
    remember: (username) => {
      const others = accounts.filter((account) => account !== username).slice(0, MAX_ACCOUNTS - 1);
      const token: z.infer<typeof DeviceToken> = { id, accounts: [username, ...others] };
      reply.setCookie(nameFor(isSecure), vault.seal(PURPOSE, Buffer.from(JSON.stringify(token))), {
        path: '/identity',
        maxAge: LIFE_SECONDS,
        httpOnly: true,
        sameSite: 'strict',
        secure: isSecure,
      });
    },
  };
}
