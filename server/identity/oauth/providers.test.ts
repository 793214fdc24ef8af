import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { testClock } from '#testing/clock.ts';
import { createProviders, type Provider } from './providers.ts';

const exchange = { redirectUri: 'http://localhost:3000/back', state: 's', nonce: 'n', codeVerifier: 'v'.repeat(43) };
const requests = (provider: Provider) => provider.authorizationUrl(exchange);
const unavailable = { code: 'temporarily_unavailable' };

async function givenProvider(answer: (issuer: string) => RequestListener) {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`;
  server.on('request', answer(issuer));
  const clock = testClock();
  const config = { name: 'acme', label: 'Acme', issuer, clientId: 'me', clientSecret: undefined };
  const provider = createProviders([config], clock).get('acme') as Provider;
  return { provider, clock };
}

function documentOf(issuer: string): string {
  return JSON.stringify({
    issuer,
    authorization_endpoint: `${issuer}/auth?tenant=1`,
    token_endpoint: `${issuer}/token`,
  });
}

test('authorization URL contains state, nonce and code challenge', async () => {
  const { provider } = await givenProvider((issuer) => (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(documentOf(issuer));
  });
  const url = await requests(provider);
  expect(url.pathname).toBe('/auth');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    tenant: '1',
    client_id: 'me',
    redirect_uri: 'http://localhost:3000/back',
    response_type: 'code',
    scope: 'openid email profile',
    state: 's',
    nonce: 'n',
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  });
});

test('discovery is cached for an hour and reused when stale', async () => {
  let calls = 0;
  let isUp = true;
  const { provider, clock } = await givenProvider((issuer) => (_request, response) => {
    calls += 1;
    response.writeHead(isUp ? 200 : 503, { 'content-type': 'application/json' }).end(documentOf(issuer));
  });
  await Promise.all([requests(provider), requests(provider)]);
  await requests(provider);
  expect(calls).toBe(1);
  clock.moveTo('2026-11-21T05:43:00Z');
  isUp = false;
  await requests(provider);
  expect(calls).toBe(2);
});

test('failed discovery is not cached', async () => {
  let isUp = false;
  const { provider } = await givenProvider((issuer) => (_request, response) => {
    response.writeHead(isUp ? 200 : 503, { 'content-type': 'application/json' }).end(documentOf(issuer));
  });
  await expect(requests(provider)).rejects.toMatchObject(unavailable);
  isUp = true;
  await requests(provider);
});

test.for([
  ['that is another issuer’s', () => documentOf('http://localhost:1')],
  ['that is no JSON', () => 'hello'],
  ['that is longer than any', (issuer: string) => `${documentOf(issuer)}${' '.repeat(2 * 1024 * 1024)}`],
] as const)('rejects a discovery document %s', async ([, documentFor]) => {
  const { provider } = await givenProvider((issuer) => (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(documentFor(issuer));
  });
  await expect(requests(provider)).rejects.toMatchObject(unavailable);
});
