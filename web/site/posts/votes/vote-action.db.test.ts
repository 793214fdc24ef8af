import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { voteApi } from '#contract/votes.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenService } from '#testing/given.ts';
import { pageContextOf } from '#testing/page-context.ts';
import { pageTools, provideTools } from '../../../api/page-api.server.ts';
import { loadVotes, voteAction } from './vote-action.server.ts';

const POST = 'the-post';

async function newsroom(): Promise<TestApp> {
  const app = await testApp();
  await givenService(app, { serviceId: 'news', functions: ['post', 'comment'] });
  return app;
}

function browserOf(app: TestApp) {
  let cookie = '';
  const context = new RouterContextProvider();
  provideTools(context, {
    ...pageTools(pageContextOf(app)),
    fetchAsReader: async (request) => {
      const { pathname, search } = new URL(request.url);
      const body = request.body ? await request.text() : undefined;
      const headers = cookie === '' ? {} : { cookie };
      const answer = await app.send(request.method as 'POST', `${pathname}${search}`, { body, headers });
      const set = [answer.headers['set-cookie'] ?? []].flat().map(String);
      if (set[0]) cookie = set[0].split(';')[0] ?? '';
      return new Response(answer.text, {
        status: answer.status,
        headers: [['content-type', 'application/json'], ...set.map((each): [string, string] => ['set-cookie', each])],
      });
    },
  });
  const send = (fields: Record<string, string>, query = '') => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: 'vote', contentId: POST, ...fields })) form.set(name, value);
    const request = new Request(`http://news.example/posts/news/a${query}`, { method: 'POST' });
    return voteAction({ context, request, params: { serviceId: 'news' } }, form);
  };
  return { send };
}

const numbersIn = async (app: TestApp) => (await loadVotes(pageContextOf(app), 'news', [POST, 'other']))?.[POST];

test('form vote sets a guest cookie and redirects', async () => {
  const app = await newsroom();
  const browser = browserOf(app);
  const sent = (await browser.send({ type: 'like' }, '?order=desc')) as Response;
  expect(sent.status).toBe(303);
  expect(sent.headers.get('location')).toBe('/posts/news/a?order=desc&voted=like#votes');
  expect(sent.headers.get('set-cookie')).toMatch(/^kawaraban-guest=/);
  expect(sent.headers.get('cache-control')).toBe('private, no-store');
  await browser.send({ type: 'like' });
  expect(await numbersIn(app)).toEqual({ like: 1, dislike: 0 });
  await browser.send({ type: 'dislike' });
  expect(await numbersIn(app)).toEqual({ like: 0, dislike: 1 });
  const back = (await browser.send({ takeBack: 'dislike' })) as Response;
  expect(back.headers.get('location')).toBe('/posts/news/a?voted=none#votes');
  expect(await numbersIn(app)).toEqual({ like: 0, dislike: 0 });
});

test('vote on a comment redirects to the comment', async () => {
  const browser = browserOf(await newsroom());
  const sent = (await browser.send({ type: 'like', contentId: 'a-comment', small: '1' })) as Response;
  expect(sent.headers.get('location')).toBe('/posts/news/a?voted=like&on=a-comment#votes-a-comment');
});

test.for([{ type: 'love' }, { type: '' }, {}, { takeBack: 'x' }, { type: 'like', contentId: '../x' }])(
  'form with %j is rejected with 400',
  async (fields) => {
    const app = await newsroom();
    const answer = await browserOf(app).send(fields as Record<string, string>);
    expect(answer).toMatchObject({ init: { status: 400 }, data: { failedVote: { isTooOften: false } } });
    expect(await numbersIn(app)).toEqual({ like: 0, dislike: 0 });
  },
);

test('too many votes return 429', async () => {
  const app = await newsroom();
  const browser = browserOf(app);
  for (let each = 0; each < 60; each += 1) await browser.send({ type: each % 2 ? 'like' : 'dislike' });
  expect(await browser.send({ type: 'dislike' })).toMatchObject({
    init: { status: 429 },
    data: { failedVote: { contentId: POST, isTooOften: true } },
  });
});

test('unavailable counts are null instead of zero', async () => {
  const app = await newsroom();
  await app.call(voteApi.cast, { params: { serviceId: 'news', contentId: POST }, body: { type: 'like' } });
  expect(await loadVotes(pageContextOf(app), 'news', [POST, 'other'])).toEqual({
    [POST]: { like: 1, dislike: 0 },
    other: { like: 0, dislike: 0 },
  });
  expect(await loadVotes(pageContextOf(app, { '/api/votes': 503 }), 'news', [POST])).toBeNull();
  expect(await loadVotes(pageContextOf(app), 'news', ['x'.repeat(64)])).toEqual({});
});
