import { asUrl, type ReadVariable } from './variables.ts';

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
  const region = readText(read, 'COGNITO_REGION', 'a region, such as `eu-west-1`', /^[a-z0-9-]{1,40}$/);
  const userPoolId = readText(
    read,
    'COGNITO_USER_POOL_ID',
    `a user pool’s id of at most ${MAX_POOL_ID} characters, such as \`eu-west-1_AbCdEf123\``,
    new RegExp(`^(?=.{1,${MAX_POOL_ID}}$)[\\w-]+_[0-9a-zA-Z]+$`),
  );
  const clientId = readText(read, 'COGNITO_CLIENT_ID', 'an app client’s id', /^[\w+]{1,128}$/);
  const endpoint = readAddress(read, 'COGNITO_ENDPOINT');
  const adminEndpoint = readAddress(read, 'COGNITO_ADMIN_ENDPOINT');
  const domain = readAddress(read, 'COGNITO_DOMAIN');
  const providers = read({
    name: 'COGNITO_PROVIDERS',
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

function readText(read: ReadVariable, name: string, expected: string, pattern: RegExp): string | undefined {
  return read({
    name,
    expected,
    fallback: undefined,
    parse: (text) => (pattern.test(text) ? text : undefined),
  });
}

function readAddress(read: ReadVariable, name: string): string | undefined {
  return read({ name, expected: 'an http or https address', fallback: undefined, parse: asUrl });
}

function asNames(text: string): string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.length <= 20 && names.every((name) => /^[\w.-]{1,32}$/.test(name)) ? names : undefined;
}
