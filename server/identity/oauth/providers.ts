import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
} from 'openid-client';
import type { Clock } from '../../platform/clock.ts';
import { boundedFetch } from './bounded-fetch.ts';
import { type Profile, readProfile } from './profile.ts';
import { SignInRefusal } from './sign-in-refusal.ts';

/** How a third-party provider knows this installation. */
export interface ProviderConfig {
  /** Small letters and digits. */
  readonly name: string;
  /** What people read on its button. */
  readonly label: string;
  readonly issuer: string;
  readonly clientId: string;
  /** Public clients have none. */
  readonly clientSecret: string | undefined;
}

/** What ties a provider's answer to the question; made anew for every sign-in. */
export interface Exchange {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** An account at the provider, whose holder has just been there. */
export interface ProviderAccount {
  /** The provider's own name for it, which never changes. */
  readonly subject: string;
  /** Asks the provider for what the sign-in itself did not say. */
  profile(): Promise<Profile>;
}

/** A third-party provider of OpenID Connect. */
export interface Provider {
  readonly name: string;
  readonly label: string;
  /**
   * Where to send a browser.
   * @throws {SignInRefusal} when the provider cannot be reached.
   */
  authorizationUrl(exchange: Exchange): Promise<URL>;
  /**
   * Who has come back, by the address that the provider sent the browser to.
   * @throws {SignInRefusal} for whatever does not check out.
   */
  identify(answer: URL, exchange: Exchange): Promise<ProviderAccount>;
}

/** Seconds that a provider may take for one answer. */
const TIMEOUT_SECONDS = 8;
const KEEP_MS = 60 * 60 * 1000;
/** So that not everybody waits for a provider that does not answer. */
const RETRY_MS = 60 * 1000;
/** Longest subject by OpenID Connect. */
const MAX_SUBJECT = 255;

export function createProviders(configs: readonly ProviderConfig[], clock: Clock): ReadonlyMap<string, Provider> {
  return new Map(configs.map((config) => [config.name, createProvider(config, clock)]));
}

function createProvider(config: ProviderConfig, clock: Clock): Provider {
  const { name, label } = config;
  const discover = keepDiscovery(config, clock);
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

/** What the provider publishes about itself, asked for once an hour; a failure is not kept. */
function keepDiscovery(config: ProviderConfig, clock: Clock): () => Promise<Configuration> {
  let kept: { readonly configuration: Configuration; readonly until: number } | undefined;
  let asking: Promise<Configuration> | undefined;
  return async () => {
    const now = clock.now().getTime();
    if (kept && now < kept.until) return kept.configuration;
    asking ??= discover(config).finally(() => {
      asking = undefined;
    });
    try {
      kept = { configuration: await asking, until: now + KEEP_MS };
    } catch (cause) {
      if (!kept) throw new SignInRefusal('temporarily_unavailable', { cause });
      kept = { ...kept, until: now + RETRY_MS };
    }
    return kept.configuration;
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

/** In the header, as OpenID Connect has it, unless the provider takes it in the body alone. */
function clientAuthentication(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
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
    throw new SignInRefusal('provider_failed');
  const { sub } = claims;
  const canTellMore = configuration.serverMetadata().userinfo_endpoint !== undefined;
  return {
    subject: sub,
    profile: async () => {
      const isTold = claims.email !== undefined && claims.email_verified !== undefined;
      if (isTold || !canTellMore) return readProfile(claims);
      const more = await asProvider(() => fetchUserInfo(configuration, tokens.access_token, sub));
      return readProfile({ ...claims, ...more });
    },
  };
}

function isStorable(subject: string): boolean {
  return subject.isWellFormed() && !subject.includes('\u0000');
}

/** Tells apart what the provider says, what does not check out, and a provider that is not there. */
async function asProvider<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (cause) {
    throw new SignInRefusal(codeOf(cause), { cause });
  }
}

/** What providers say when the person did not go through with it. */
const DENIALS = ['access_denied', 'login_required', 'consent_required', 'interaction_required'];

function codeOf(error: unknown) {
  if (error instanceof AuthorizationResponseError) {
    if (DENIALS.includes(error.error)) return 'access_denied';
    return error.error === 'temporarily_unavailable' ? 'temporarily_unavailable' : 'provider_failed';
  }
  return isUnreachable(error) ? 'temporarily_unavailable' : 'provider_failed';
}

/** `fetch` itself fails with a TypeError, and with a TimeoutError when it took too long. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isNetwork = error.message === 'fetch failed' || error.name === 'TimeoutError';
  return isNetwork || isUnreachable(error.cause);
}
