import { z } from 'zod';
import type { ProviderConfig } from '../identity/index.ts';
import { readProviders } from './providers.ts';
import { asBoolean, type Environment, type ReadVariable } from './variables.ts';

export interface IdentityConfig {
  /** Without one a secret is generated and stored in the data folder. */
  readonly secret: string | undefined;
  /** Email of the administrator created in an installation without accounts. */
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly isUserPasswordAuthEnabled: boolean;
  /** Users who must use MFA: nobody, or all with access to the console. */
  readonly mfaRequiredOf: 'nobody' | 'console';
  readonly providers: readonly ProviderConfig[];
}

export function readIdentity(environment: Environment, read: ReadVariable, problems: string[]): IdentityConfig {
  return {
    secret: read({
      name: 'SECRET',
      expected: 'at least 32 characters that nobody can guess',
      fallback: undefined,
      parse: (text) => (text.length >= 32 ? text : undefined),
    }),
    adminEmail: read({
      name: 'ADMIN_EMAIL',
      expected: 'an e-mail address',
      fallback: 'admin@example.com',
      parse: (text) => z.email().max(254).safeParse(text).data,
    }),
    adminPassword: read({
      name: 'ADMIN_PASSWORD',
      expected: 'a password of 6 to 256 characters',
      fallback: undefined,
      parse: (text) => (text.length >= 6 && text.length <= 256 ? text : undefined),
    }),
    isUserPasswordAuthEnabled: read({
      name: 'USER_PASSWORD_AUTH',
      expected: '`true` or `false`',
      fallback: false as boolean,
      parse: asBoolean,
    }),
    mfaRequiredOf: read({
      name: 'REQUIRE_MFA',
      expected: '`console` or `nobody`',
      fallback: 'nobody' as 'nobody' | 'console',
      parse: (text) => (text === 'console' || text === 'nobody' ? text : undefined),
    }),
    providers: readProviders(environment, read, problems),
  };
}
