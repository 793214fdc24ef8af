import { readFile } from 'node:fs/promises';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { expect, test } from 'vitest';
import {
  type CallerKind,
  callers,
  expectedOutcome,
  isAboutService,
  nameOf,
  type ServiceOwner,
} from '#cli/check-access/expected-access.ts';
import { isOutcome } from '#cli/check-access/walk-access.ts';
import { endpoints } from '#contract/api.ts';
import type { ApiKeyRight } from '#contract/api-keys.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { createLog } from '#server/platform/log.ts';
import { ResponseCache } from '#server/response-cache/index.ts';
import { webApp } from '#server/web-host.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { testDatabase } from '#testing/database.ts';
import { givenService } from '#testing/given.ts';
import { givenApiKey } from '#testing/given-api-key.ts';
import { givenUser } from '#testing/given-user.ts';
import { otherRoutes, permissionPage, tagsWithoutSection } from '#testing/permission-matrix.ts';

test('docs/permissions.md matches the endpoints (node testing/permission-matrix.ts --write)', async () => {
  expect(tagsWithoutSection()).toEqual([]);
  const page = await readFile(new URL('../docs/permissions.md', import.meta.url), 'utf8');
  expect(page).toBe(permissionPage());
  for (const endpoint of endpoints) expect(page).toContain(`| \`${nameOf(endpoint)}\` |`);
});

test('viewer can change only their own account', () => {
  const changes = endpoints.filter(({ method }) => method !== 'GET' && method !== 'HEAD');
  const allowed = changes.filter((endpoint) => expectedOutcome(endpoint, 'viewer', 'own') === 'allowed');
  const others = allowed.filter(({ access, path }) => access.level !== 'public' && !/^[/]account([/]|$)/.test(path));
  expect(others.map(nameOf)).toEqual([]);
  // Viewers may do everything that visitors without an account may do.
  const open = allowed.filter(({ access }) => access.level === 'public').map(({ tag }) => tag);
  expect(new Set(open)).toEqual(new Set(['comments', 'votes', 'guests']));
  const byKey = changes.filter(
    (endpoint) =>
      endpoint.access.level !== 'public' && expectedOutcome(endpoint, 'key: read-drafts', 'own') === 'allowed',
  );
  expect(byKey.map(nameOf)).toEqual([]);
});

test.for(callers)('every call by %s has the documented outcome', async (caller) => {
  const app = await testApp();
  for (const serviceId of ['own', 'other']) await givenService(app, { serviceId });
  const known = await headersOf(app, caller);
  const wrong: string[] = [];
  for (const { endpoint, owner } of calls) {
    const expected = expectedOutcome(endpoint, caller, owner);
    const mayChange = changesItsCaller(endpoint) && expected === 'allowed';
    const headers = mayChange ? await headersOf(app, caller) : known;
    const body = endpoint.body && {};
    const { status } = await app.send(endpoint.method, urlOf(endpoint, owner), { ...(body && { body }), headers });
    if (!isOutcome(status, expected)) wrong.push(`${nameOf(endpoint)} (${owner}): ${status} instead of ${expected}`);
  }
  expect(wrong).toEqual([]);
});

const calls = endpoints.flatMap((endpoint) =>
  (isAboutService(endpoint) ? (['own', 'other'] as const) : (['own'] as const)).map((owner) => ({ endpoint, owner })),
);

/** Calls that change the caller's account may invalidate its token. */
function changesItsCaller({ access, method }: Endpoint): boolean {
  return access.level === 'signed-in' && method !== 'GET';
}

test('application implements every call of the matrix', async () => {
  const { app } = await testApp();
  const missing = endpoints.filter(({ method, path }) => !app.hasRoute({ method, url: `/api${path}` }));
  expect(missing.map(nameOf)).toEqual([]);
});

async function headersOf(app: TestApp, caller: CallerKind): Promise<Record<string, string>> {
  const serviceIds = ['own'];
  if (caller === 'nobody') return {};
  if (caller === 'guest') return { cookie: await guestCookie(app) };
  if (caller === 'admin' || caller === 'editor' || caller === 'viewer' || caller === 'normal') {
    return { authorization: `Bearer ${(await givenUser(app, { role: caller, serviceIds })).accessToken}` };
  }
  const may = caller.slice('key: '.length) as ApiKeyRight;
  return { authorization: `Bearer ${(await givenApiKey(app, { may, serviceIds })).key}` };
}

async function guestCookie({ send }: TestApp): Promise<string> {
  const { headers, json } = await send('POST', '/api/guests');
  expect(json).toMatchObject({ guestId: expect.any(String) });
  const [cookie = ''] = [headers['set-cookie']].flat().map((each) => String(each).split(';')[0]);
  expect(cookie).toMatch(/^kawaraban-guest=./);
  return cookie;
}

const plausible = ['unheard-of', '01ksx3v9d0q8e7m2k4n6p8r1st', '0b9e7f6a-3d52-4d8e-9d6b-3f1f3c6d2a11', '404'];

function urlOf({ path, params }: Endpoint, owner: ServiceOwner): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    if (name === 'serviceId') return owner;
    const value = plausible.find((each) => params?.shape[name]?.safeParse(each).success);
    if (value === undefined) throw new Error(`Nothing to put in for ${name} of ${path}`);
    return value;
  });
  return `/api${filled}`;
}

test('other routes are documented and public', async () => {
  const { routes, poolId } = await routesOfApp();
  const listed = otherRoutes.flatMap((row) => row.routes).map((route) => route.replace(':poolId', poolId));
  const isListed = (route: string) =>
    listed.some((one) => one === route || (one.endsWith('…') && route.startsWith(one.slice(0, -1))));
  const others = routes.filter(({ config }) => !config?.endpoint);
  expect(others.filter(({ name }) => !isListed(name))).toEqual([]);
  expect(others.filter(({ config }) => config?.access?.level !== 'public')).toEqual([]);
  const stale = listed.filter((one) => !others.some(({ name }) => name.startsWith(one.replace('…', ''))));
  expect(stale).toEqual([]);
});

class RouteList extends ResponseCache {
  readonly routes: RouteOptions[] = [];

  override attach(app: FastifyInstance): void {
    super.attach(app);
    app.addHook('onRoute', (route) => {
      this.routes.push(route);
    });
  }
}

const FOLLOWING = ['HEAD', 'OPTIONS'];

function namesOf({ method, url }: RouteOptions): string[] {
  const methods = [method].flat().filter((each) => !FOLLOWING.includes(each));
  return methods.map((each) => `${each} ${url.replace(/(.)[/]$/, '$1')}`);
}

async function routesOfApp() {
  const database = await testDatabase();
  const clock = testClock();
  const log = createLog('silent');
  const responseCache = new RouteList({ database, clock, log, publicUrl: undefined, trustProxy: false });
  const build = async () => {
    throw new Error('no page is asked for');
  };
  const web = webApp({ build, mode: 'production', clientDir: undefined, publicUrl: undefined });
  const { userPool } = await testApp({ database, clock, responseCache, web });
  const routes = responseCache.routes.flatMap((route) =>
    namesOf(route).map((name) => ({ name, config: route.config })),
  );
  return { routes, poolId: userPool.poolId };
}
