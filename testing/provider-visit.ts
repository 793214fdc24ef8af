import { createHash, randomBytes } from 'node:crypto';
import { onTestFinished } from 'vitest';
import type { UserPoolOptions } from '#server/identity/user-pool.ts';
import { type Answer, type TestApp, testApp, testUserPool } from './app.ts';
import { testClock } from './clock.ts';
import { testDatabase } from './database.ts';
import { type OpenidProvider, type ProviderOptions, startOpenidProvider } from './openid-provider.ts';

export const ORIGIN = 'http://localhost:3000';

export interface ProviderApp extends TestApp {
  readonly provider: OpenidProvider;
}

export async function providerApp(
  options: Partial<ProviderOptions> = {},
  pool: Partial<UserPoolOptions> = {},
): Promise<ProviderApp> {
  const provider = await startOpenidProvider({ origins: [ORIGIN], ...options });
  onTestFinished(() => provider.stop());
  const database = await testDatabase();
  const clock = testClock();
  const { issuer, clientId } = provider;
  const clientSecret = options.isPublicClient ? undefined : provider.clientSecret;
  const config = { issuer, clientId, clientSecret };
  const providers = [
    { ...config, name: 'acme', label: 'Acme' },
    { ...config, name: 'zenith', label: 'Zenith' },
  ];
  const userPool = await testUserPool({ database, clock, providers, ...pool });
  return { ...(await testApp({ database, clock, userPool })), provider };
}

export interface StartedSignIn {
  readonly verifier: string;
  readonly url: string;
}

export function beginSignIn({ userPool }: TestApp, changes: Record<string, string | undefined> = {}): StartedSignIn {
  const verifier = randomBytes(32).toString('base64url');
  const query: Record<string, string | undefined> = {
    client_id: userPool.clientId,
    redirect_uri: `${ORIGIN}/signin/complete`,
    response_type: 'code',
    state: 'of the page',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    identity_provider: 'acme',
    scope: 'openid email profile',
    ...changes,
  };
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return { verifier, url: `${ORIGIN}/identity/oauth2/authorize?${new URLSearchParams(given)}` };
}

interface VisitOptions {
  readonly changing?: (url: URL) => void;
}

export interface Browser {
  visit(url: string, options?: VisitOptions): Promise<URL>;
  answerProvider(page: URL, response: { login: string } | { cancel: string }, options?: VisitOptions): Promise<URL>;
  goThrough(url: string, login: string): Promise<URL>;
}

export function openBrowser({ app }: TestApp): Browser {
  const cookies = new Map<string, Map<string, string>>();

  async function load(url: URL, form?: URLSearchParams): Promise<{ status: number; location: string | null }> {
    const jar = cookies.get(url.origin) ?? new Map<string, string>();
    cookies.set(url.origin, jar);
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const { status, headers } = url.origin === ORIGIN ? await inject(url, cookie) : await call(url, cookie, form);
    for (const line of headers.getSetCookie()) {
      const [name = '', value = ''] = line.split(';', 1)[0]?.split('=') ?? [];
      jar.set(name, value);
    }
    return { status, location: headers.get('location') };
  }

  async function inject(url: URL, cookie: string) {
    const response = await app.inject({
      method: 'GET',
      url: `${url.pathname}${url.search}`,
      headers: { host: url.host, ...(cookie && { cookie }) },
    });
    const headers = new Headers();
    for (const [name, value] of Object.entries(response.headers)) {
      for (const one of Array.isArray(value) ? value : [value]) headers.append(name, String(one));
    }
    return { status: response.statusCode, headers };
  }

  async function follow(start: URL, changing: (url: URL) => void, form?: URLSearchParams): Promise<URL> {
    let url = start;
    let body = form;
    for (let redirects = 0; redirects < 10; redirects += 1) {
      if (url.origin === ORIGIN && !url.pathname.startsWith('/identity/')) return url;
      const { status, location } = await load(url, body);
      if (location === null) {
        if (status !== 200) throw new Error(`${url.pathname} answered ${status}`);
        return url;
      }
      url = new URL(location, url);
      changing(url);
      body = undefined;
    }
    throw new Error('Redirected without end');
  }

  const visit: Browser['visit'] = (url, { changing = () => {} } = {}) => follow(new URL(url), changing);
  const answerProvider: Browser['answerProvider'] = (page, response, { changing = () => {} } = {}) =>
    follow(page, changing, new URLSearchParams({ ...response }));
  return {
    visit,
    answerProvider,
    goThrough: async (url, login) => {
      const page = await visit(url);
      return page.pathname.startsWith('/interaction/') ? answerProvider(page, { login }) : page;
    },
  };
}

async function call(url: URL, cookie: string, form: URLSearchParams | undefined) {
  return fetch(url, {
    redirect: 'manual',
    headers: { cookie },
    ...(form && { method: 'POST', body: form }),
  });
}

export async function changeCode(
  app: TestApp,
  { code, verifier }: { code: string; verifier: string },
  changes: Record<string, string> = {},
): Promise<Answer> {
  return postToken(app, {
    grant_type: 'authorization_code',
    client_id: app.userPool.clientId,
    redirect_uri: `${ORIGIN}/signin/complete`,
    code,
    code_verifier: verifier,
    ...changes,
  });
}

export async function postToken({ send }: TestApp, form: Record<string, string>): Promise<Answer> {
  return send('POST', '/identity/oauth2/token', {
    body: String(new URLSearchParams(form)),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

export async function signInByProvider(app: ProviderApp, login: string): Promise<Answer> {
  const { verifier, url } = beginSignIn(app);
  const page = await openBrowser(app).goThrough(url, login);
  return changeCode(app, { code: page.searchParams.get('code') ?? '', verifier });
}
