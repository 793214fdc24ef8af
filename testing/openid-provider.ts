import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import Provider, { type Adapter, type AdapterPayload, type KoaContextWithOIDC } from 'oidc-provider';

export interface ProviderClaims {
  readonly email?: string;
  readonly email_verified?: boolean | string;
  readonly name?: string;
}

export interface OpenidProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accounts: Map<string, ProviderClaims>;
  stop(): Promise<void>;
  start(): Promise<void>;
}

export interface ProviderOptions {
  readonly origins: readonly string[];
  readonly isPublicClient?: boolean;
  /** Puts all claims into the ID token instead of the userinfo endpoint. */
  readonly hasClaimsInIdToken?: boolean;
}

/** Accepts any login name without a password. */
export async function startOpenidProvider({
  origins,
  isPublicClient = false,
  hasClaimsInIdToken = false,
}: ProviderOptions): Promise<OpenidProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const accounts = new Map<string, ProviderClaims>();
  const client = { clientId: 'kawaraban', clientSecret: randomUUID() };
  const provider = new Provider(issuer, {
    adapter: mapAdapter(),
    clients: [
      {
        client_id: client.clientId,
        ...(isPublicClient
          ? { token_endpoint_auth_method: 'none' as const }
          : { client_secret: client.clientSecret, token_endpoint_auth_method: 'client_secret_basic' as const }),
        redirect_uris: origins.map((origin) => `${origin}/identity/oauth2/idpresponse`),
      },
    ],
    jwks: { keys: [await signingKey()] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: !hasClaimsInIdToken,
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ sub: accountId, ...accounts.get(accountId) }),
    }),
    loadExistingGrant: grantEverything,
    renderError: (context) => {
      context.body = 'The provider refuses.';
    },
  });
  const reply = provider.callback();
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/'))
      interact(provider, request, response).catch(() => response.writeHead(400).end());
    else void reply(request, response);
  });
  const start = async () => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  return { issuer, ...client, accounts, stop: () => stop(server), start };
}

async function grantEverything({ oidc }: KoaContextWithOIDC) {
  const { provider, client, session } = oidc;
  if (!client?.clientId || !session?.accountId) return undefined;
  const given = session.grantIdFor(client.clientId);
  if (given) return provider.Grant.find(given);
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope('openid email profile');
  await grant.save();
  return grant;
}

async function interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
    response.end(`<!doctype html><html lang="en"><title>Provider</title><main><h1>Provider</h1>
      <form method="post"><label>Name <input name="login" required></label>
      <button>Continue</button><button name="cancel" value="yes" formnovalidate>Cancel</button></form></main></html>`);
    return;
  }
  const form = new URLSearchParams(await text(request));
  const isCancelled = form.has('cancel');
  await provider.interactionFinished(
    request,
    response,
    isCancelled
      ? { error: 'access_denied', error_description: 'Cancelled' }
      : { login: { accountId: form.get('login') ?? '' } },
  );
}

async function stop(server: Server): Promise<void> {
  if (!server.listening) return;
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}

let key: Promise<JWK> | undefined;

/** Shared by all providers of a worker, because generating a key is slow. */
function signingKey(): Promise<JWK> {
  key ??= (async () => {
    const { privateKey } = await generateKeyPair('RS256', { extractable: true });
    return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' };
  })();
  return key;
}

function mapAdapter(): (name: string) => Adapter {
  const stored = new Map<string, AdapterPayload>();
  return (name) => {
    const find = async (predicate: (payload: AdapterPayload) => boolean) =>
      [...stored].find(([id, payload]) => id.startsWith(`${name}:`) && predicate(payload))?.[1];
    return {
      upsert: async (id, payload) => void stored.set(`${name}:${id}`, payload),
      find: async (id) => stored.get(`${name}:${id}`),
      findByUserCode: (code) => find(({ userCode }) => userCode === code),
      findByUid: (uid) => find((payload) => payload.uid === uid),
      destroy: async (id) => void stored.delete(`${name}:${id}`),
      consume: async (id) => {
        const payload = stored.get(`${name}:${id}`);
        if (payload) payload.consumed = true;
      },
      revokeByGrantId: async (grantId) => {
        for (const [id, payload] of stored) if (payload.grantId === grantId) stored.delete(id);
      },
    };
  };
}
