import { expect, test } from 'vitest';
import { endpoints } from '#contract/api.ts';
import { type TestApp, testApp } from '#testing/app.ts';
import { givenCategory, givenPost, givenService } from '#testing/given.ts';
import { givenUser } from '#testing/given-user.ts';

const bodies = [undefined, '', 'null', '{}'];

async function answersToNothing({ app }: TestApp, url: string, token: string) {
  const answers = [];
  for (const body of bodies) {
    const answer = await app.inject({
      method: 'POST',
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { payload: body }),
    });
    answers.push({ status: answer.statusCode, json: answer.json() });
  }
  return answers;
}

test('calls without required fields need no body', async () => {
  const app = await testApp();
  const { send, accessToken } = await givenUser(app);
  const { postId } = await givenPost(app, { slug: 'note' });
  const url = '/api/admin/posts/news/note';
  const saved = await send('POST', url, { body: { title: 'Second' } });
  expect(saved.status).toBe(200);
  const answers = await answersToNothing(app, `${url}/revisions/2/restore`, accessToken);
  expect(answers.map(({ status, json }) => [status, json.post?.title])).toEqual(bodies.map(() => [200, 'Second']));

  for (const [index, body] of bodies.entries()) {
    const title = `Typed ${index}`;
    const { revision } = (await send('GET', url)).json;
    expect((await send('PUT', `${url}/working-copy`, { body: { baseRevision: revision, title } })).status).toBe(200);
    const copy = await send('POST', `${url}/working-copy/save`, { body });
    expect([copy.status, copy.json.title]).toEqual([200, title]);
  }

  for (const body of bodies) {
    await send('DELETE', `/api/admin/posts/news/${postId}`);
    expect((await send('POST', `/api/admin/posts/news/bin/${postId}/restore`, { body })).status).toBe(200);
  }
});

const reads = endpoints
  .filter(({ method, query }) => method === 'GET' && query !== undefined)
  .map(({ path, query }) => ({
    url: `/api${path.replace(':serviceId', 'news').replace(':revision', '1').replace(/:\w+/g, 'note')}`,
    fields: Object.entries(query?.shape ?? {}),
  }));

test('empty optional query parameters are ignored by every call', async () => {
  const app = await testApp();
  const { send } = await givenUser(app, { role: 'admin' });
  await givenPost(app, { slug: 'note', status: 'published' });
  await givenCategory(app, { serviceId: 'news', slug: 'note' });
  expect(reads.length).toBeGreaterThan(10);
  for (const { url, fields } of reads) {
    const optional = fields.filter(([, schema]) => schema.safeParse(undefined).success);
    const required = fields.length > optional.length ? 'slug=free' : '';
    const empty = optional.map(([name]) => `${name}=`).join('&');
    const without = await send('GET', `${url}?${required}`);
    const given = await send('GET', `${url}?${required}&${empty}`);
    expect([given.status, given.text], `${url}?${empty}`).toEqual([without.status, without.text]);
  }
});

test('empty required query parameters are rejected', async () => {
  const app = await testApp();
  await givenService(app, { serviceId: 'news' });
  const { send } = await givenUser(app);
  for (const noun of ['posts', 'categories']) {
    const { status, json } = await send('GET', `/api/admin/${noun}/news/slug?slug=`);
    expect([status, json.errors?.[0].field], noun).toEqual([400, 'slug']);
  }
});
