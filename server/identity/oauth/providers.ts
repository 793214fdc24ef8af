import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import { z } from 'zod';
import { text } from '#contract/text.ts';
import { type Clock, HOUR_MS, MINUTE_MS } from '../../platform/clock.ts';
import { readBounded } from '../../platform/read-bounded.ts';
import { SignInError } from './errors.ts';

export interface Profile {
  /** Undefined unless the provider has verified it. */
  readonly email: string | undefined;
  readonly name: string | undefined;
}

const Email = z.email().max(254);
const Name = text({ min: 1, max: 256 });

function readProfile(claims: Readonly<Record<string, unknown>>): Profile {
  // Some providers send a string.
  const isVerified = claims.email_verified === true || claims.email_verified === 'true';
  return {
    email: isVerified ? Email.safeParse(claims.email).data : undefined,
    name: Name.safeParse(typeof claims.name === 'string' ? claims.name.trim() : undefined).data,
  };
}

const MAX_BYTES = 1024 * 1024;

const boundedFetch: CustomFetch = async (url, options) => {
  const answer = await fetch(url, options as RequestInit);
  const { status, headers } = answer;
  const body = await readBounded(answer, MAX_BYTES);
  if (!body) throw new Error('The response of the provider is too long.');
  return new Response(body.length > 0 ? body : null, { status, headers });
};

export interface ProviderConfig {
  readonly name: string;
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

export interface Exchange {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface ProviderAccount {
  readonly subject: string;
  profile(): Promise<Profile>;
}

export interface Provider {
  readonly name: string;
  readonly label: string;
  authorizationUrl(exchange: Exchange): Promise<URL>;
  identify(answer: URL, exchange: Exchange): Promise<ProviderAccount>;
}

const TIMEOUT_SECONDS = 8;
const KEEP_MS = HOUR_MS;
const RETRY_MS = MINUTE_MS;
/** Maximum length in OpenID Connect Core, 2. */
const MAX_SUBJECT = 255;

export function createProviders(configs: readonly ProviderConfig[], clock: Clock): ReadonlyMap<string, Provider> {
  return new Map(configs.map((config) => [config.name, createProvider(config, clock)]));
}

function createProvider(config: ProviderConfig, clock: Clock): Provider {
  const { name, label } = config;
  const discover = cacheDiscovery(config, clock);
  return {
    name,
    label,
    authorizationUrl: async ({ redirectUri, state, nonce, codeVerifier }) => {
      const configuration = await discover();
      return buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
    },
    identify: async (answer, exchange) => identify(await discover(), answer, exchange),
  };
}

/** Serves the stale document when the refresh fails. */
function cacheDiscovery(config: ProviderConfig, clock: Clock): () => Promise<Configuration> {
  let stored: { readonly configuration: Configuration; readonly until: number } | undefined;
  let pending: Promise<Configuration> | undefined;
  return async () => {
    const now = clock.now().getTime();
    if (stored && now < stored.until) return stored.configuration;
    pending ??= discover(config).finally(() => {
      pending = undefined;
    });
    try {
      stored = { configuration: await pending, until: now + KEEP_MS };
    } catch (cause) {
      if (!stored) throw new SignInError('temporarily_unavailable', { cause });
      stored = { ...stored, until: now + RETRY_MS };
    }
    return stored.configuration;
  };
}

function discover({ issuer, clientId, clientSecret }: ProviderConfig): Promise<Configuration> {
  const server = new URL(issuer);
  const isPlainHttp = server.protocol === 'http:';
  return discovery(server, clientId, {}, clientAuthentication(clientSecret), {
    [customFetch]: boundedFetch,
    timeout: TIMEOUT_SECONDS,
    execute: [enableNonRepudiationChecks, ...(isPlainHttp ? [allowInsecureRequests] : [])],
  });
}

/** Prefers client_secret_basic, the default of OpenID Connect, over client_secret_post. */
function clientAuthentication(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  const basic = ClientSecretBasic(secret);
  const post = ClientSecretPost(secret);
  return (server, ...request) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (methods.includes('client_secret_basic') ? basic : post)(server, ...request);
  };
}

async function identify(
  configuration: Configuration,
  answer: URL,
  { state, nonce, codeVerifier }: Exchange,
): Promise<ProviderAccount> {
  const tokens = await asProvider(() =>
    authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: codeVerifier,
      idTokenExpected: true,
    }),
  );
  const claims = tokens.claims();
  if (!claims?.sub || claims.sub.length > MAX_SUBJECT || !isStorable(claims.sub))
    throw new SignInError('provider_failed');
  const { sub } = claims;
  const canExplain = configuration.serverMetadata().userinfo_endpoint !== undefined;
  return {
    subject: sub,
    profile: async () => {
      const isReported = claims.email !== undefined && claims.email_verified !== undefined;
      if (isReported || !canExplain) return readProfile(claims);
      const more = await asProvider(() => fetchUserInfo(configuration, tokens.access_token, sub));
      return readProfile({ ...claims, ...more });
    },
  };
}

function isStorable(subject: string): boolean {
  return subject.isWellFormed() && !subject.includes('\u0000');
}

async function asProvider<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    throw new SignInError(codeOf(cause), { cause });
  }
}

const DENIALS = ['access_denied', 'login_required', 'consent_required', 'interaction_required'];

function codeOf(error: unknown) {
  if (error instanceof AuthorizationResponseError) {
    if (DENIALS.includes(error.error)) return 'access_denied';
    return error.error === 'temporarily_unavailable' ? 'temporarily_unavailable' : 'provider_failed';
  }
  return isUnreachable(error) ? 'temporarily_unavailable' : 'provider_failed';
}

/** `fetch` throws a TypeError for network errors and a TimeoutError for timeouts. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isNetwork = error.message === 'fetch failed' || error.name === 'TimeoutError';
  return isNetwork || isUnreachable(error.cause);
}
