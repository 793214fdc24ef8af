import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { expect, onTestFinished, test } from 'vitest';
import { adminCommentApi } from '#contract/admin-comments.ts';
import type { ServiceConfigs } from '#contract/service-configs.ts';
import { loadConfig } from '#server/config.ts';
import { type Answer, type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';
import { planOf } from '#testing/query-plan.ts';
import { startRecaptchaServer } from '#testing/recaptcha-server.ts';
import { findSpamReason } from '../comment.repository.ts';

const url = '/api/comments/news/article-1';
const formUrl = `${url}/form`;

type Headers = Record<string, string>;

async function newsApp(configs: Partial<ServiceConfigs> = {}, tools: Parameters<typeof testApp>[0] = {}) {
  const app = await testApp(tools);
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  await setConfigs(app, { commentDefaultPublishStatus: 'publish', ...configs });
  return app;
}

async function setConfigs({ database }: TestApp, configs: Partial<ServiceConfigs>): Promise<void> {
  const rows = Object.entries(configs).map(([configName, value]) => ({
    ...{ serviceId: 'news', configName, configVal: JSON.stringify(value) },
    updatedAt: '2026-11-21T04:43:00Z',
  }));
  await database.writer.insertInto('serviceConfigs').values(rows).execute();
}

let given = 0;

const comment = (app: TestApp, more: Record<string, unknown> = {}, headers: Headers = {}, at = url) => {
  given += 1;
  return app.send('POST', at, { body: { body: `Said ${given}`, ...more }, headers });
};

async function heldFor({ database }: TestApp, { json, status }: Answer): Promise<string | null> {
  expect(status, JSON.stringify(json)).toBe(200);
  const row = await database.writer
    .selectFrom('comments')
    .select(['heldFor', 'publishStatus'])
    .where('commentId', '=', json.commentId)
    .executeTakeFirstOrThrow();
  expect(row.publishStatus).toBe(row.heldFor === null ? 'publish' : 'unconfirm');
  expect(json.publishStatus).toBe(row.publishStatus);
  expect(json).not.toHaveProperty('heldFor');
  return row.heldFor;
}

async function open(app: TestApp, at = formUrl) {
  const { status, json } = await app.send('POST', at);
  expect(status).toBe(200);
  return json;
}

async function solved(challenge: Parameters<typeof solveChallenge>[0]['challenge']): Promise<string> {
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

async function recaptchaApp(tools: { expectsErrors?: boolean } = {}) {
  const server = await startRecaptchaServer();
  onTestFinished(() => server.stop());
  const environment = { RECAPTCHA_SITE_KEY: 'site', RECAPTCHA_SECRET_KEY: 'hidden', RECAPTCHA_URL: server.url };
  const config = await loadConfig(environment, '/nonexistent');
  return { server, app: await newsApp({}, { config, ...tools }) };
}

test('comments of a sender of spam are held until that is restored', async () => {
  const app = await newsApp();
  const spammer = await givenUser(app, { role: 'normal', serviceIds: [] });
  const editor = await givenUser(app, { serviceIds: ['news'] });
  const send = async (sender: Pick<typeof spammer, 'send'>) => {
    given += 1;
    const { json } = await sender.send('POST', url, { body: { body: `Said ${given}` } });
    return { commentId: json.commentId, publishStatus: json.publishStatus };
  };
  const bulk = (commentIds: string[], action: 'spam' | 'restore') =>
    editor.call(adminCommentApi.bulk, { params: { serviceId: 'news' }, body: { commentIds, action } });
  const spam = await send(spammer);
  await bulk([spam.commentId], 'spam');
  expect(await send(spammer)).toMatchObject({ publishStatus: 'unpublish' });
  // Another guest at the same address may be somebody else.
  expect(await send(app)).toMatchObject({ publishStatus: 'unconfirm' });
  await app.database.writer.updateTable('comments').set({ addressHash: null }).execute();
  expect(await send(app)).toMatchObject({ publishStatus: 'publish' });
  await bulk([spam.commentId], 'restore');
  expect(await send(spammer)).toMatchObject({ publishStatus: 'publish' });
});

test('senders of spam are found by index', async () => {
  const { database } = await newsApp();
  const plan = await planOf(database, (db) => findSpamReason(db, 'news', { readerId: 'guest:a', addressHash: 'b' }));
  expect(plan.join('\n')).not.toMatch(/Seq Scan|^SCAN/m);
  if (database.engine === 'sqlite') expect(plan.join('\n')).toMatch(/spam_by_author_id[\s\S]+spam_by_address_hash/);
});

test('clean comment is published, filled honeypot is held', async () => {
  const app = await newsApp();
  expect(await heldFor(app, await comment(app, { website: '' }))).toBe(null);
  expect(await heldFor(app, await comment(app, { website: 'https://spam.example' }))).toBe('honeypot');
});

test('fast comment with a link is held for three seconds', async () => {
  const app = await newsApp();
  const { formToken } = await open(app);
  const linked = (path: string) => comment(app, { formToken, body: `See https://example.com/${path}` });
  expect(await heldFor(app, await linked('a'))).toBe('too-fast');
  app.clock.moveTo('2026-11-21T04:43:03Z');
  expect(await heldFor(app, await linked('b'))).toBe(null);
});

test('fast comment without a link is published', async () => {
  const app = await newsApp({ commentBlockedWords: ['casino'] });
  const { formToken } = await open(app);
  expect(await heldFor(app, await comment(app, { formToken }))).toBe(null);
  expect(await heldFor(app, await comment(app, { formToken, body: 'A casino' }))).toBe('blocked-word');
  expect(await heldFor(app, await comment(app, { formToken, website: 'x' }))).toBe('honeypot');
});

test('fast comment is held where moderation is the default', async () => {
  const app = await newsApp({ commentDefaultPublishStatus: 'unconfirm' });
  const { formToken } = await open(app);
  expect(await heldFor(app, await comment(app, { formToken }))).toBe('too-fast');
});

test('invalid, foreign and expired form tokens are held', async () => {
  const app = await newsApp();
  await givenService(app, { serviceId: 'other', functions: ['comment'] });
  const { formToken } = await open(app);
  const others = [
    (await open(app, '/api/comments/news/article-2/form')).formToken,
    (await open(app, '/api/comments/other/article-1/form')).formToken,
    formToken.replace(/^./, '1'),
    // The last base64 character has unused bits; these two differ in a used one.
    formToken.replace(/.$/, (last: string) => (last === 'A' ? 'Q' : 'A')),
    '',
    'x'.repeat(500),
  ];
  app.clock.moveTo('2026-11-21T04:44:00Z');
  for (const other of others) {
    if (other === formToken) continue;
    expect(await heldFor(app, await comment(app, { formToken: other })), other).toBe('no-time');
    app.clock.moveTo(new Date(app.clock.now().getTime() + 700_000).toISOString());
  }
  app.clock.moveTo('2026-11-22T04:42:59Z');
  expect(await heldFor(app, await comment(app, { formToken }))).toBe(null);
  app.clock.moveTo('2026-11-22T04:43:00Z');
  expect(await heldFor(app, await comment(app, { formToken }))).toBe('no-time');
});

test('form opening is recorded by an image cookie without scripts', async () => {
  const app = await newsApp();
  const picture = await app.get('/comments/news/started.gif');
  expect(picture.status).toBe(200);
  expect(picture.headers).toMatchObject({ 'content-type': 'image/gif', 'cache-control': 'no-store' });
  const set = String(picture.headers['set-cookie']);
  expect(set).toMatch(/^kawaraban-started-news=[\w.-]+; Max-Age=86400; Path=\/; HttpOnly; SameSite=Lax$/);
  const headers = { cookie: set.split(';')[0] ?? '' };
  const elsewhere = { cookie: headers.cookie.replace('-news=', '-other=') };
  const linked = { isPlainForm: true, body: 'See https://example.com/' };
  expect(await heldFor(app, await comment(app, linked, headers))).toBe('too-fast');
  app.clock.moveTo('2026-11-21T04:43:05Z');
  expect(await heldFor(app, await comment(app, { isPlainForm: true }, headers))).toBe(null);
  expect(await heldFor(app, await comment(app, { isPlainForm: true }, elsewhere))).toBe('no-time');
  expect(await heldFor(app, await comment(app, { isPlainForm: true }))).toBe('no-time');
  expect((await app.get('/comments/NEWS_/started.gif')).status).toBe(404);
});

test('form cookie uses __Host- over HTTPS', async () => {
  const config = await loadConfig({ PUBLIC_URL: 'https://news.example' }, '/nonexistent');
  const app = await testApp({ config });
  const set = String((await app.get('/comments/news/started.gif')).headers['set-cookie']);
  expect(set).toMatch(/^__Host-kawaraban-started-news=[^;]+; Max-Age=86400; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
});

test('form cookie is Secure over https', async () => {
  const config = await loadConfig({ PUBLIC_URL: 'https://news.example' }, '/nonexistent');
  const app = await newsApp({}, { config });
  expect(String((await app.get('/comments/news/started.gif')).headers['set-cookie'])).toContain('Secure');
});

test('comment with too many links is held, also after edits', async () => {
  const app = await newsApp();
  const link = (count: number) => Array.from({ length: count }, (_, i) => `https://example.com/${given}${i}`).join(' ');
  expect(await heldFor(app, await comment(app, { body: `Two ${link(2)}` }))).toBe(null);
  expect(await heldFor(app, await comment(app, { body: `Three ${link(3)}` }))).toBe('links');
  await app.database.writer
    .insertInto('serviceConfigs')
    .values({ serviceId: 'news', configName: 'commentMaxLinks', configVal: '0', updatedAt: '2026-11-21T04:43:00Z' })
    .execute();
  expect(await heldFor(app, await comment(app, { body: `One ${link(1)}` }))).toBe('links');
  const guest = await app.send('POST', '/api/guests');
  const headers = { cookie: String(guest.headers['set-cookie']).split(';')[0] ?? '' };
  const { json } = await comment(app, {}, headers);
  const edited = await app.send('PUT', `${url}/${json.commentId}`, { body: { body: link(1) }, headers });
  expect(await heldFor(app, edited)).toBe('links');
});

test('blocked word matches any case, width and kana', async () => {
  const app = await newsApp({ commentBlockedWords: ['casino', 'カジノ', '\u200b'] });
  let day = 10;
  for (const [more, isHeld] of [
    [{ body: 'Win at the CASINO today' }, true],
    [{ body: 'Win at the ｃａｓｉｎｏ!' }, true],
    [{ body: 'ca\u200bsino' }, true],
    [{ body: 'Two casinos' }, false],
    [{ body: 'https://www.casino.example/' }, true],
    [{ body: '新しいｶｼﾞﾉのお知らせ' }, true],
    [{ body: 'かじのはいかが' }, true],
    [{ body: 'カ ジ\n\nノ' }, true],
    [{ body: 'カ\u3000ジ\u200b ノ' }, true],
    [{ body: 'c a s i n o' }, false],
    [{ body: 'Hello', profiles: { nickname: 'Casino' } }, true],
    [{ body: 'Hello', profiles: { area: '楽しいカジノ' } }, true],
    [{ body: 'Hello', profiles: { nickname: 'Hanako' } }, false],
  ] as const) {
    // On separate days, to stay below the rate limit.
    day += 1;
    app.clock.moveTo(`2026-11-${day}T04:43:00Z`);
    expect(await heldFor(app, await comment(app, more)), JSON.stringify(more)).toBe(isHeld ? 'blocked-word' : null);
  }
});

test('duplicate check ignores punctuation and short texts', async () => {
  const app = await newsApp();
  const at = (body: string) => comment(app, { body }, {}, '/api/comments/news/article-2');
  expect(await heldFor(app, await comment(app, { body: 'Buy our wonderful product now' }))).toBe(null);
  for (const body of ['Buy our wonderful product now.', '~ Buy, our wonderful\u200b product — now!!! 🎉']) {
    expect(await heldFor(app, await at(body)), body).toBe('duplicate');
  }
  expect(await heldFor(app, await comment(app, { body: 'Thank you!' }))).toBe(null);
  expect(await heldFor(app, await at('Thank you!!!!!!!!!!!!!!!!!!!!!!'))).toBe(null);
});

test('bare host names count as links', async () => {
  const app = await newsApp();
  expect(await heldFor(app, await comment(app, { body: 'See spam.com and more.com' }))).toBe(null);
  expect(await heldFor(app, await comment(app, { body: 'See spam.com, more.com, most.com' }))).toBe('links');
});

test('duplicate text is held within a day across the service', async () => {
  const app = await newsApp();
  const body = 'Great offers for everybody';
  const at = (contentId: string) => comment(app, { body: body.toUpperCase() }, {}, `/api/comments/news/${contentId}`);
  expect(await heldFor(app, await comment(app, { body }))).toBe(null);
  expect(await heldFor(app, await at('article-2'))).toBe('duplicate');
  for (const contentId of ['article-1', 'article-2']) {
    const thanks = comment(app, { body: 'Thank you!' }, {}, `/api/comments/news/${contentId}`);
    expect(await heldFor(app, await thanks)).toBe(null);
  }
  app.clock.moveTo('2026-11-22T04:43:01Z');
  expect(await heldFor(app, await at('article-3'))).toBe(null);
});

test('excess comments of a visitor are held, then rejected', async () => {
  const app = await newsApp();
  for (let count = 1; count <= 20; count += 1) {
    expect(await heldFor(app, await comment(app)), String(count)).toBe(count > 5 ? 'too-many' : null);
  }
  app.clock.moveTo('2026-11-21T04:50:00Z');
  const rejected = await comment(app);
  expect(rejected).toMatchObject({ status: 429, json: { message: 'Too many requests' } });
  expect(rejected.headers['retry-after']).toBe('180');
  app.clock.moveTo('2026-11-21T04:53:00Z');
  expect(await heldFor(app, await comment(app))).toBe(null);
});

test('excess comments of an address are held, then rejected', async () => {
  const app = await newsApp();
  const asGuest = async () => {
    const { headers } = await app.send('POST', '/api/guests');
    return comment(app, {}, { cookie: String(headers['set-cookie']).split(';')[0] ?? '' });
  };
  for (let count = 1; count <= 60; count += 1) {
    if (count === 60) app.clock.moveTo('2026-11-21T04:52:59Z');
    expect(await heldFor(app, await asGuest()), String(count)).toBe(count > 20 ? 'too-many' : null);
  }
  expect((await comment(app)).status).toBe(429);
});

test('IPv6 network has four times the limit of an address', async () => {
  const config = await loadConfig({}, '/nonexistent');
  const { comments } = config.site;
  const bounds = { heldAfter: { reader: 1, address: 1 }, refusedAfter: { reader: 2, address: 2 } };
  const site = { ...config.site, comments: { ...comments, limits: { ...comments.limits, ...bounds } } };
  const app = await newsApp({}, { config: { ...config, site } });
  const from = async (line: number, network = '2001:db8:1') => {
    const remoteAddress = `${network}:${line}::1`;
    const payload = { body: `Said on line ${line}` };
    const answer = await app.app.inject({ method: 'POST', url, remoteAddress, payload });
    return answer.statusCode === 200 ? answer.json().publishStatus : answer.statusCode;
  };
  for (const line of [1, 2, 3, 4]) expect(await from(line)).toBe('publish');
  for (const line of [5, 6, 7, 8]) expect(await from(line)).toBe('unconfirm');
  expect(await from(9)).toBe(429);
  expect(await from(9, '2001:db8:2')).toBe('publish');
});

test('proof of work is valid once, per content, for an hour', async () => {
  const app = await newsApp({ commentProofOfWork: true });
  expect((await app.get(url)).json.meta).toMatchObject({ needsProof: true });
  const { altcha: challenge, ...form } = await open(app);
  expect(Object.keys(form)).toEqual(['formToken']);
  const altcha = await solved(challenge);
  const { altcha: later } = await open(app);
  const solvedLater = await solved(later);
  expect(await heldFor(app, await comment(app, { altcha }, {}, '/api/comments/news/article-2'))).toBe('no-proof');
  expect(await heldFor(app, await comment(app, { altcha }))).toBe(null);
  expect(await heldFor(app, await comment(app, { altcha }))).toBe('no-proof');
  app.clock.moveTo('2026-11-21T05:43:00Z');
  expect(await heldFor(app, await comment(app, { altcha: solvedLater }))).toBe('no-proof');
});

test('invalid proof of work is held', async () => {
  const app = await newsApp({ commentProofOfWork: true });
  const { altcha: challenge } = await open(app);
  const { parameters } = challenge;
  const toText = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64');
  const solution = { counter: 1, derivedKey: '00'.repeat(32) };
  const tries = [
    undefined,
    '',
    'not base64 {}',
    toText(null),
    toText({ challenge, solution }),
    toText({ challenge, solution: { counter: -1, derivedKey: 'zz' } }),
    toText({ challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution }),
    toText({ challenge: { parameters: { ...parameters, nonce: 'x' }, signature: challenge.signature }, solution }),
    toText({ challenge: { ...challenge, signature: '0'.repeat(64) }, solution }),
  ];
  for (const altcha of tries) {
    expect(await heldFor(app, await comment(app, { altcha })), altcha).toBe('no-proof');
    app.clock.moveTo(new Date(app.clock.now().getTime() + 200_000).toISOString());
  }
});

test('form is issued only where comments are open', async () => {
  const app = await newsApp();
  expect(await open(app)).toEqual({ formToken: expect.stringMatching(/^[0-9a-z]+\.[\w-]{43}$/) });
  await givenService(app, { serviceId: 'silent', functions: ['post'] });
  const closed = await app.send('POST', '/api/comments/silent/article-1/form');
  expect(closed).toMatchObject({ status: 400, json: { message: 'Service is unavailable' } });
});

test('comment requires a reCAPTCHA token when configured', async () => {
  const { app, server } = await recaptchaApp();
  expect(await open(app)).toMatchObject({
    recaptchaSiteKey: 'site',
    recaptchaScript: `${server.url}/api.js?render=site`,
  });
  const rejected = await comment(app);
  expect(rejected.status).toBe(400);
  expect(rejected.json).toEqual({ message: 'Recaptcha is required', recaptcha: 'Recaptcha is required' });
  expect((await comment(app, { recaptcha: '' })).status).toBe(400);
  expect(await heldFor(app, await comment(app, { isPlainForm: true, recaptcha: 'a-person' }))).toBe('no-time');
  expect(await heldFor(app, await comment(app, { recaptcha: 'a-person' }))).toBe(null);
  expect(server.asked.at(-1)).toEqual({ secret: 'hidden', response: 'a-person' });
});

test('reCAPTCHA result needs success, score and action', async () => {
  const { app, server } = await recaptchaApp();
  for (const answer of [
    { success: true, score: 0.5, action: 'comment' },
    { success: true, score: 0.4, action: 'comment' },
    { success: true, score: 0.9, action: 'sign_in' },
    { success: true, score: 0.9 },
    { success: true, action: 'comment' },
    { success: false, score: 0.9, action: 'comment' },
  ]) {
    server.answers.set('token', answer);
    const isPerson = answer.success && answer.score === 0.5;
    expect(await heldFor(app, await comment(app, { recaptcha: 'token' })), JSON.stringify(answer)).toBe(
      isPerson ? null : 'no-captcha',
    );
  }
});

test('comment without a valid reCAPTCHA answer is held, not lost', async () => {
  const { app, server } = await recaptchaApp();
  const { cookie } = { cookie: String((await app.get('/comments/news/started.gif')).headers['set-cookie']) };
  app.clock.moveTo('2026-11-21T04:43:05Z');
  const plain = await comment(app, { isPlainForm: true }, { cookie: cookie.split(';')[0] ?? '' });
  expect(await heldFor(app, plain)).toBe('no-captcha');
  expect(await heldFor(app, await comment(app, { recaptcha: 'unknown' }))).toBe('no-captcha');
  for (const answer of ['no JSON', '"text"', `{"success":true,"score":1,"action":"comment"${' '.repeat(20_000)}}`]) {
    server.answers.set('token', answer);
    expect(await heldFor(app, await comment(app, { recaptcha: 'token' }))).toBe('no-captcha');
    app.clock.moveTo(new Date(app.clock.now().getTime() + 600_000).toISOString());
  }
  await server.stop();
  expect(await heldFor(app, await comment(app, { recaptcha: 'a-person' }))).toBe('no-captcha');
});
