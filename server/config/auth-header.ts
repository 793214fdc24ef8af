import { z } from 'zod';
import type { AuthHeader } from '#contract/site-config.ts';
import type { ReadVariable } from './variables.ts';

const NAME = 'letters, digits and hyphens, and no header that HTTP or Kawaraban uses for something else';
const PREFIX = 'a word of up to 20 letters, digits and hyphens';

/** Headers that browsers forbid, proxies change, or this server uses. */
const RESERVED_STARTS =
  /^(accept|access-control|content|forwarded|if|proxy|sec|x-forwarded|x-http-method|x-kawaraban|x-method|x-real|x-request)(-|$)/;
const RESERVED = new Set(
  (
    'age cache-control connection cookie cookie2 date dnt expect from host http2-settings keep-alive last-event-id max-forwards ' +
    'origin permissions-policy pragma prefer priority range referer set-cookie te time-zone trailer transfer-encoding ' +
    'upgrade upgrade-insecure-requests user-agent via x-requested-with'
  ).split(' '),
);

export const AuthHeaderName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,59}$/i, { error: `must be ${NAME}` })
  .refine((name) => !RESERVED_STARTS.test(name.toLowerCase()) && !RESERVED.has(name.toLowerCase()), {
    error: `must be ${NAME}`,
  });

/** An empty prefix makes the header the bare token. */
export const AuthTokenPrefix = z.string().regex(/^[a-z0-9-]{0,20}$/i, { error: `must be ${PREFIX}, or empty` });

export function readAuthHeader(read: ReadVariable, chosen: AuthHeader): AuthHeader {
  return {
    adminAuthHeader: read('ADMIN_AUTH_HEADER', {
      expected: NAME,
      fallback: chosen.adminAuthHeader,
      parse: (text) => AuthHeaderName.safeParse(text).data,
    }),
    adminAuthHeaderTokenPrefix: read('ADMIN_AUTH_HEADER_TOKEN_PREFIX', {
      expected: PREFIX,
      fallback: chosen.adminAuthHeaderTokenPrefix,
      parse: (text) => AuthTokenPrefix.safeParse(text).data,
    }),
  };
}
