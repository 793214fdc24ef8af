import { z } from 'zod';
import { isLoopback } from '../platform/loopback.ts';
import { asBoolean, asUrl, type Environment, type ReadVariable } from './variables.ts';

/** User pool of Amazon Cognito, or a compatible one, that replaces the embedded pool. */
export interface HostedPoolConfig {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  /** Base URL for browsers, without a trailing slash. */
  readonly endpoint: string;
  /** Base URL for administrative calls of this server, by default `endpoint`. */
  readonly adminEndpoint: string;
  /** Base URL of the hosted UI for third-party sign-in, without a trailing slash. */
  readonly domain: string | undefined;
  readonly providers: readonly string[];
}

/** Limit of the browser library (amazon-cognito-identity-js). */
const MAX_POOL_ID = 55;

const NEEDED = ['COGNITO_REGION', 'COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID'] as const;

export function readHostedPool(read: ReadVariable, problems: string[]): HostedPoolConfig | undefined {
  const region = readPoolText(read, 'COGNITO_REGION', 'a region, such as `eu-west-1`', /^[a-z0-9-]{1,40}$/);
  const userPoolId = readPoolText(
    read,
    'COGNITO_USER_POOL_ID',
    `a user pool’s id of at most ${MAX_POOL_ID} characters, such as \`eu-west-1_AbCdEf123\``,
    new RegExp(`^(?=.{1,${MAX_POOL_ID}}$)[\\w-]+_[0-9a-zA-Z]+$`),
  );
  const clientId = readPoolText(read, 'COGNITO_CLIENT_ID', 'an app client’s id', /^[\w+]{1,128}$/);
  const endpoint = readAddress(read, 'COGNITO_ENDPOINT');
  const adminEndpoint = readAddress(read, 'COGNITO_ADMIN_ENDPOINT');
  const domain = readAddress(read, 'COGNITO_DOMAIN');
  const providers = read('COGNITO_PROVIDERS', {
    expected: 'names of the pool’s identity providers, separated by commas',
    fallback: [],
    parse: asNames,
  });
  const needed = [region, userPoolId, clientId];
  if (region && userPoolId && clientId) {
    const own = endpoint ?? `https://cognito-idp.${region}.amazonaws.com`;
    return { region, userPoolId, clientId, endpoint: own, adminEndpoint: adminEndpoint ?? own, domain, providers };
  }
  const isAnySet = [...needed, endpoint, adminEndpoint, domain].some((value) => value !== undefined);
  if (isAnySet && problems.length === 0) {
    const missing = NEEDED.filter((_, index) => needed[index] === undefined);
    problems.push(`${missing.join(' and ')} must be set, too, for a hosted user pool.`);
  }
  return undefined;
}

export function hostedOrigins(pool: HostedPoolConfig | undefined): string[] {
  const addresses = [pool?.endpoint, pool?.domain].filter((address) => address !== undefined);
  return [...new Set(addresses.map((address) => new URL(address).origin))];
}

function readPoolText(read: ReadVariable, name: string, expected: string, pattern: RegExp): string | undefined {
  return read(name, {
    expected,
    fallback: undefined,
    parse: (text) => (pattern.test(text) ? text : undefined),
  });
}

function readAddress(read: ReadVariable, name: string): string | undefined {
  return read(name, { expected: 'an http or https URL without query and fragment', fallback: undefined, parse: asUrl });
}

function asNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.length <= 20 && names.every((name) => /^[\w.-]{1,32}$/.test(name)) ? names : undefined;
}

const MAX_PROVIDERS = 20;
const FIELDS = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'LABEL'];
const VARIABLE = new RegExp(`^OIDC_([A-Z0-9]{1,32})_(${FIELDS.join('|')})(_FILE)?$`);

function readProviders(environment: Environment, read: ReadVariable, problems: string[]): ProviderSettings[] {
  const setVariables = Object.keys(environment).filter((name) => name.startsWith('OIDC_') && environment[name]);
  for (const name of setVariables.filter((name) => !VARIABLE.test(name))) {
    problems.push(
      `${name} is no setting of a provider: OIDC_, a name in capital letters and digits, then ${FIELDS.map((field) => `_${field}`).join(', ')}.`,
    );
  }
  const names = [...new Set(setVariables.flatMap((name) => VARIABLE.exec(name)?.[1] ?? []))].sort();
  if (names.length > MAX_PROVIDERS) problems.push(`OIDC_… must name at most ${MAX_PROVIDERS} providers.`);
  return names
    .map((name) => readProvider(name, setVariables, read, problems))
    .filter((provider) => provider !== undefined);
}

function readProvider(name: string, setVariables: readonly string[], read: ReadVariable, problems: string[]) {
  for (const needed of [`OIDC_${name}_ISSUER`, `OIDC_${name}_CLIENT_ID`]) {
    const isSet = setVariables.includes(needed) || setVariables.includes(`${needed}_FILE`);
    if (!isSet) problems.push(`${needed} must be set, too, for people to sign in with this provider.`);
  }
  const issuer = read(`OIDC_${name}_ISSUER`, {
    expected: 'the https URL of the issuer, without query and without /.well-known (http for localhost alone)',
    fallback: undefined,
    parse: asIssuer,
  });
  const clientId = readText(read, `OIDC_${name}_CLIENT_ID`, 500);
  const clientSecret = readText(read, `OIDC_${name}_CLIENT_SECRET`, 2000);
  const label = readText(read, `OIDC_${name}_LABEL`, 50) ?? `${name.charAt(0)}${name.slice(1).toLowerCase()}`;
  if (issuer === undefined || clientId === undefined) return undefined;
  return { name: name.toLowerCase(), label, issuer, clientId, clientSecret };
}

function readText(read: ReadVariable, name: string, max: number): string | undefined {
  return read(name, {
    expected: `text of at most ${max} characters in one line`,
    fallback: undefined,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: rejects control characters
    parse: (text) => (text.length <= max && !/[\u0000-\u001f\u007f]/.test(text) ? text : undefined),
  });
}

/** Keeps the issuer as written, since tokens must repeat it exactly, including a trailing slash. */
function asIssuer(text: string): string | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || url.search || url.hash || url.username || url.pathname.includes('/.well-known')) return undefined;
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && isLoopback(url.hostname));
  return isSafe ? text : undefined;
}

type ProviderSettings = NonNullable<ReturnType<typeof readProvider>>;

export interface IdentityConfig {
  /** Without one a secret is generated and stored in the data folder. */
  readonly secret: string | undefined;
  /** Email of the administrator created in an installation without accounts. */
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly isUserPasswordAuthEnabled: boolean;
  readonly mfaRequiredOf: 'nobody' | 'console';
  readonly providers: readonly ProviderSettings[];
}

export function readIdentity(environment: Environment, read: ReadVariable, problems: string[]): IdentityConfig {
  return {
    secret: read('SECRET', {
      expected: 'at least 32 characters that nobody can guess',
      fallback: undefined,
      parse: (text) => (text.length >= 32 ? text : undefined),
    }),
    adminEmail: read('ADMIN_EMAIL', {
      expected: 'an email address',
      fallback: 'admin@example.com',
      parse: (text) => z.email().max(254).safeParse(text).data,
    }),
    adminPassword: read('ADMIN_PASSWORD', {
      expected: 'a password of 6 to 256 characters',
      fallback: undefined,
      parse: (text) => (text.length >= 6 && text.length <= 256 ? text : undefined),
    }),
    isUserPasswordAuthEnabled: read('USER_PASSWORD_AUTH', {
      expected: '`true` or `false`',
      fallback: false as boolean,
      parse: asBoolean,
    }),
    mfaRequiredOf: read('REQUIRE_MFA', {
      expected: '`console` or `nobody`',
      fallback: 'nobody' as 'nobody' | 'console',
      parse: (text) => (text === 'console' || text === 'nobody' ? text : undefined),
    }),
    providers: readProviders(environment, read, problems),
  };
}
