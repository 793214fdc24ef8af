import { z } from 'zod';
import { text } from '#contract/text.ts';

export interface Profile {
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}

const Email = z.email().max(254);
const Name = text({ min: 1, max: 256 });

export function readProfile(claims: Readonly<Record<string, unknown>>): Profile {
  // Some providers send a string.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  return {
    email: isVerified ? Email.safeParse(claims.email).data : undefined,
    name: Name.safeParse(typeof claims.name === 'string' ? claims.name.trim() : undefined).data,
  };
}
