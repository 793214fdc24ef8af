import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { loadConfig } from '#server/config.ts';
import type { Browser } from '#server/http/browser.ts';
import { createVault } from '#server/platform/vault.ts';
import { type Answer, type TestApp, testApp } from '#testing/app.ts';
import { testClock } from '#testing/clock.ts';
import { memoryRateLimits } from './rate-limits.ts';
import { createGuests, type GuestRequest } from './reader.ts';

const enter = (app: TestApp, headers: Record<string, string> = {}) => app.send('POST', '/api/guests', { headers });

function cookieOf({ headers }: Answer): string {
  const [pair = ''] = String(headers['set-cookie']).split(';');
  expect(pair).toMatch(/^kawaraban-guest=[\w.-]{60,90}$/);
  return pair;
}

async function appAt(PUBLIC_URL: string): Promise<TestApp> {
  return testApp({ config: await loadConfig({ PUBLIC_URL }, '/nonexistent') });
}

test('guests get an HttpOnly SameSite cookie', async () => {
  const app = await testApp();
  const answer = await enter(app);
  expect(answer).toMatchObject({ status: 200, json: { guestId: expect.stringMatching(/^guest:[\w-]{22}$/) } });
  expect(answer.headers['cache-control']).toBe('no-store');
  const [, ...attributes] = String(answer.headers['set-cookie']).split('; ');
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Lax']);
  expect((await enter(app)).json.guestId).not.toBe(answer.json.guestId);
});

test('guest cookies use __Host- over HTTPS', async () => {
  const app = await appAt('https://news.example.org');
  const { headers, json } = await enter(app);
  const [, value = ''] = /^__Host-kawaraban-guest=([^;]+);.*Path=\/;.*Secure/.exec(String(headers['set-cookie'])) ?? [];
  expect((await enter(app, { cookie: `__Host-kawaraban-guest=${value}` })).json.guestId).toBe(json.guestId);
  // Another host of the domain could have set this cookie.
  expect((await enter(app, { cookie: `kawaraban-guest=${value}` })).json.guestId).not.toBe(json.guestId);
});

test('unknown queries and other methods are rejected', async () => {
  const app = await testApp();
  expect((await app.send('POST', '/api/guests?colour=red')).status).toBe(400);
  expect((await app.get('/api/guests')).status).toBe(404);
});

test('guests stay the same and cookies are renewed monthly', async () => {
  const app = await testApp();
  const first = await enter(app);
  let cookie = cookieOf(first);
  app.clock.moveTo('2026-12-21T04:42:59Z');
  const again = await enter(app, { cookie });
  expect(again.json).toEqual(first.json);
  expect(again.headers).not.toHaveProperty('set-cookie');
  expect(again.headers['cache-control']).toBe('no-store');
  for (const instant of ['2026-12-21T04:43:00Z', '2027-11-01T00:00:00Z', '2028-09-01T00:00:00Z']) {
    app.clock.moveTo(instant);
    const renewed = await enter(app, { cookie: `other=1; ${cookie}` });
    expect(renewed.json).toEqual(first.json);
    cookie = cookieOf(renewed);
  }
});

test('expired, altered and foreign cookies are rejected', async () => {
  const app = await testApp();
  const { json, ...answer } = await enter(app);
  const cookie = cookieOf(answer as Answer);
  const [id, issued, mark = ''] = cookie.split('=')[1]?.split('.') ?? [];
  const elsewhere = await testApp({ vault: createVault('the secret of another installation') });
  const forged = [
    // The last base64url character of the signature has unused bits. These two differ in a used one.
    cookie.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
    cookie.replace(/=./, (first) => (first === '=A' ? '=B' : '=A')),
    `kawaraban-guest=${id}.${issued}0.${mark}`,
    `kawaraban-guest=${id}.${issued}.`,
    `kawaraban-guest=${id}.${issued}.${'%F0%'.repeat(10)}`,
    'kawaraban-guest=',
    'kawaraban-guest=__proto__',
    `${'x'.repeat(4000)}=; kawaraban-guest="`,
    cookieOf(await enter(elsewhere)),
  ];
  for (const one of forged) {
    const fresh = await enter(app, { cookie: one });
    expect(fresh.status).toBe(200);
    expect(fresh.json.guestId).not.toBe(json.guestId);
    cookieOf(fresh);
  }
  app.clock.moveTo('2027-11-21T04:43:00Z');
  expect((await enter(app, { cookie })).json.guestId).not.toBe(json.guestId);
});

test('pages of other sites cannot create guests', async () => {
  const app = await appAt('https://news.example.org');
  for (const origin of ['https://evil.example', 'https://news.example.org.evil.example', 'null', 'not an address']) {
    expect(await enter(app, { origin })).toMatchObject({ status: 403, json: { message: 'Not from this site' } });
  }
  const own = [
    { origin: 'https://news.example.org' },
    { origin: 'http://localhost:3000', host: 'localhost:3000' },
    { origin: 'https://behind.example', host: 'behind.example' },
  ];
  for (const headers of own) expect((await enter(app, headers)).status, headers.origin).toBe(200);
});

test('new guests per address are limited', async () => {
  const app = await testApp();
  const cookie = cookieOf(await enter(app));
  for (let index = 1; index < 60; index += 1) expect((await enter(app)).status).toBe(200);
  expect(await enter(app)).toMatchObject({ status: 429, json: { message: 'Too many requests' } });
  expect((await enter(app, { cookie })).status).toBe(200);
  app.clock.moveTo('2026-11-21T04:53:00Z');
  expect((await enter(app)).status).toBe(200);
});

test('IPv6 networks may create four times as many guests', async () => {
  const app = await testApp();
  const from = (line: number, remoteAddress = `2001:db8:1:${line.toString(16)}::1`) =>
    app.app.inject({ method: 'POST', url: '/api/guests', remoteAddress });
  for (let line = 0; line < 240; line += 1) expect((await from(line)).statusCode).toBe(200);
  expect((await from(240)).statusCode).toBe(429);
  expect((await from(0, '2001:db8:2::1')).statusCode).toBe(200);
});

test('guest cookies do not authenticate protected calls', async () => {
  const app = await testApp();
  const cookie = cookieOf(await enter(app));
  const token = cookie.split('=')[1];
  const guarded = endpoints.filter(({ access }) => access.level !== 'public');
  expect(guarded.length).toBeGreaterThan(20);
  for (const { method, path } of guarded) {
    const url = `/api${path.replaceAll(/:\w+/g, 'news')}`;
    expect((await app.send(method, url, { headers: { cookie } })).status, `${method} ${url}`).toBe(401);
    const headers = { cookie, authorization: `Bearer ${token}` };
    expect((await app.send(method, url, { headers })).status, `${method} ${url}`).toBe(401);
  }
});

test('cookieless guests are the same per service and day', async () => {
  const clock = testClock();
  const guests = createGuests({
    vault: createVault('a secret'),
    clock,
    rateLimits: memoryRateLimits(clock),
    publicUrl: undefined,
  });
  const cookies = new Map<string, string>();
  const request = (address: string, pageOrigin?: string): GuestRequest => ({
    caller: { address, requestId: undefined, userAgent: undefined, language: 'en' },
    browser: {
      siteOrigin: 'http://localhost',
      pageOrigin,
      readCookie: (name: string) => cookies.get(name),
      setCookie: (name: string, value: string) => void cookies.set(name, value),
    } satisfies Browser,
  });
  const { guestId } = guests.find(request('192.0.2.1'), 'news');
  expect(guestId).toMatch(/^guest-of-day:[\w-]{22}$/);
  clock.moveTo('2026-11-21T23:59:59Z');
  expect(guests.find(request('192.0.2.1', 'https://elsewhere.example'), 'news')).toEqual({ guestId, isNew: true });
  expect(guests.find(request('192.0.2.2'), 'news').guestId).not.toBe(guestId);
  expect(guests.find(request('192.0.2.1'), 'other').guestId).not.toBe(guestId);
  clock.moveTo('2026-11-22T00:00:00Z');
  expect(guests.find(request('192.0.2.1'), 'news').guestId).not.toBe(guestId);

  const entered = await guests.enter(request('192.0.2.1'));
  const there = () => guests.find(request('198.51.100.9'), 'other');
  expect(there()).toEqual({ ...entered, isNew: true });
  clock.moveTo('2026-11-22T00:10:00Z');
  expect(there()).toEqual({ ...entered, isNew: false });
  clock.moveTo('2026-12-23T00:00:00Z');
  expect(await guests.enter(request('192.0.2.1'))).toEqual(entered);
  expect(there()).toEqual({ ...entered, isNew: false });
  expect(() => guests.find(request('192.0.2.1', 'https://elsewhere.example'), 'news')).toThrow('Not from this site');
});
