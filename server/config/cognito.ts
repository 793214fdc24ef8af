import { asUrl, type ReadVariable } from './variables.ts';

/** A user pool of Amazon Cognito, or of what speaks its protocol, in place of the embedded one. */
export interface HostedPoolConfig {
  readonly region: string;
  readonly userPoolId: string;
  readonly clientId: string;
  /** Where browsers send the protocol's calls, without a slash at the end. */
  readonly endpoint: string;
  /** Where this server sends administrators' calls; the same address, unless it says otherwise. */
  readonly adminEndpoint: string;
  /** The address of the hosted pages for third-party sign-in, without a slash at the end. */
  readonly domain: string | undefined;
  /** Names of the providers that the pool has, for their buttons. */
  readonly providers: readonly string[];
}

/** Longest id that the browser's client of user pools takes. */
const MAX_POOL_ID = 55;

const NEEDED = ['COGNITO_REGION', 'COGNITO_USER_POOL_ID', 'COGNITO_CLIENT_ID'] as const;

/** Nothing where no value of a hosted pool is set. */
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

/** Sites beside our own that browsers call to sign in. */
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
